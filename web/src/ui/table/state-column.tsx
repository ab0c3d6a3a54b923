import { Tag, type TagKind } from '../layout/Tag.tsx'
import type { Column } from './DataTable.tsx'

export interface RowState {
  kind?: TagKind
  /** The state in a word, as exported files have it. */
  word: string
  /** What the list shows instead: 'Deleted on November 3'. */
  shown?: string
}

/** Returns the column of the state of rows. */
export const stateColumn = <Row,>(
  label: string,
  stateOf: (row: Row) => RowState,
  more: Pick<Column<Row>, 'sortable'> = {},
): Column<Row> => ({
  id: 'state',
  label,
  ...more,
  csv: (row) => stateOf(row).word,
  cell: (row) => {
    const { kind, word, shown = word } = stateOf(row)
    return <Tag {...(kind ? { kind } : {})}>{shown}</Tag>
  },
})
