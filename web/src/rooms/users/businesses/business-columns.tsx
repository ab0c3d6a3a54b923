import type { BusinessData } from '@cutaway/contract/rooms/organisation/businesses.ts'
import {
  IconDots,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconUserExclamation,
} from '@tabler/icons-react'
import type { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { stateColumn } from '../../../ui/table/state-column.tsx'
import { originOf } from '../../sites/operator/origin.ts'
import classes from '../../organisation/Places.module.css'
import { stateName } from './businesses.ts'

export interface BusinessActions {
  onEdit: (row: BusinessData) => void
  onInvite: (row: BusinessData) => void
  onSuspend: (row: BusinessData) => void
  onResume: (row: BusinessData) => void
}

/** The list of the business's people, on its own web site. */
const peopleUrl = ({ host, businessentity_id }: BusinessData) =>
  `${host === '' ? '' : originOf(host)}/manage_user?business=${businessentity_id}`

const kinds = { active: 'green', suspended: 'red', ended: 'plain' } as const

/** Returns the columns of the list of businesses; an exported file has the limits of embeds too. */
export function businessColumns(
  t: ReturnType<typeof useTexts>,
  { number, date }: ReturnType<typeof useFormat>,
  { onEdit, onInvite, onSuspend, onResume }: BusinessActions,
): Column<BusinessData>[] {
  const limit = (value: number | null) => (value === null ? t('embeds_unlimited') : number(value))
  const onlyInFile = (id: string, label: string, csv: (row: BusinessData) => string): Column<BusinessData> => ({
    id,
    label,
    csv,
    cell: () => null,
  })
  return [
    {
      id: 'name',
      label: t('business_column'),
      sortable: true,
      csv: (row) => row.business_name,
      cell: (row) => <RowOpener onClick={() => onEdit(row)}>{row.business_name}</RowOpener>,
    },
    {
      id: 'web_site',
      label: t('operator_web_site'),
      sortable: true,
      csv: (row) => row.web_site,
      cell: ({ web_site }) => <bdi>{web_site}</bdi>,
    },
    stateColumn(t('status'), ({ state }) => ({ kind: kinds[state], word: t(stateName(state)) })),
    {
      id: 'created',
      label: t('business_since'),
      sortable: true,
      csv: (row) => row.created_at.slice(0, 10),
      cell: ({ created_at }) => date(created_at),
    },
    {
      id: 'locations',
      label: t('business_locations'),
      number: true,
      sortable: true,
      csv: (row) => row.locations,
      cell: (row) => t('business_locations_of', { used: number(row.locations), most: number(row.max_locations) }),
    },
    onlyInFile('most', t('business_max_locations'), (row) => String(row.max_locations)),
    onlyInFile('embeds', t('business_embed_limit'), (row) => limit(row.embed_limit)),
    onlyInFile('embeds_of_user', t('business_embed_limit_of_user'), (row) => limit(row.embed_limit_of_user)),
    {
      id: 'people',
      label: t('operator_people'),
      number: true,
      sortable: true,
      csv: (row) => row.people,
      cell: (row) =>
        row.people === 0 ? (
          number(0)
        ) : (
          <a
            className={classes.link}
            href={peopleUrl(row)}
            aria-label={t('business_people', { name: row.business_name, count: row.people })}
          >
            {number(row.people)}
          </a>
        ),
    },
    {
      id: 'actions',
      label: '',
      cell: (row) => (
        <span className={classes.actions}>
          {row.has_administrator ? null : (
            <ActionIcon
              aria-label={t('action_on_row', { action: t('business_invite'), name: row.business_name })}
              onClick={() => onInvite(row)}
            >
              <IconUserExclamation size={17} stroke={1.75} />
            </ActionIcon>
          )}
          <ActionIcon
            aria-label={t('action_on_row', { action: t('row_edit'), name: row.business_name })}
            onClick={() => onEdit(row)}
          >
            <IconPencil size={17} stroke={1.75} />
          </ActionIcon>
          <Menu
            className={classes.more}
            label={t('row_more', { name: row.business_name })}
            trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
          >
            <MenuItem icon={<IconMailForward size={16} stroke={1.75} aria-hidden />} onClick={() => onInvite(row)}>
              {t('business_invite')}
            </MenuItem>
            {row.state === 'suspended' ? (
              <MenuItem
                icon={<IconPlayerPlay className="flip" size={16} stroke={1.75} aria-hidden />}
                onClick={() => onResume(row)}
              >
                {t('business_resume')}
              </MenuItem>
            ) : (
              <MenuItem
                danger
                icon={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
                onClick={() => onSuspend(row)}
              >
                {t('business_suspend')}
              </MenuItem>
            )}
          </Menu>
        </span>
      ),
    },
  ]
}

/** The columns that exist only in exported files. */
const onlyInFiles = new Set(['most', 'embeds', 'embeds_of_user'])
export const shownColumns = (columns: readonly Column<BusinessData>[]): Column<BusinessData>[] =>
  columns.filter(({ id }) => !onlyInFiles.has(id))
