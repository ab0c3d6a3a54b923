import { useMemo, useState } from 'react'
import type { RowChoice } from './DataTable.tsx'

export interface Choice<Row> extends RowChoice<Row> {
  chosen: readonly Row[]
  clear: () => void
}

/**
 * Keeps the chosen rows of a list, also those of other pages. `scope` names what the list shows, without its page: when
 * it changes nothing is chosen, so that an action never reaches rows that are no longer seen.
 */
export function useChoice<Row>(
  rowId: (row: Row) => string | number,
  nameOf: (row: Row) => string,
  scope: string,
): Choice<Row> {
  const [kept, keep] = useState<{ scope: string; rows: ReadonlyMap<string | number, Row> }>({ scope, rows: new Map() })
  return useMemo(() => {
    const rows = kept.scope === scope ? kept.rows : new Map<string | number, Row>()
    return {
      chosen: [...rows.values()],
      clear: () => keep({ scope, rows: new Map() }),
      nameOf,
      isChosen: (row) => rows.has(rowId(row)),
      choose(some, isChosen) {
        const next = new Map(rows)
        for (const row of some) {
          if (isChosen) next.set(rowId(row), row)
          else next.delete(rowId(row))
        }
        keep({ scope, rows: next })
      },
    }
  }, [kept, scope, rowId, nameOf])
}
