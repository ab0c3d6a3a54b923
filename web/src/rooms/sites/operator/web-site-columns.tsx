import type { WebSiteRow } from '@cutaway/contract/rooms/sites/operator.ts'
import {
  IconBuildingStore,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconReceipt2,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths, toOperatorSite } from '../../../paths.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import classes from './Operator.module.css'
import { SiteLogo } from './SiteLogo.tsx'
import { SiteStateTag, stateKeys, stateTexts } from './SiteStateTag.tsx'
import { Weeks } from './Weeks.tsx'

export interface WebSiteActions {
  onBusinesses: (row: WebSiteRow) => void
  onSeller: (row: WebSiteRow) => void
  onTakeOut: (row: WebSiteRow) => void
  onPutBack: (row: WebSiteRow) => void
}

/** Returns the columns of the list of web sites; an exported file has the parts of the first one apart. */
export function webSiteColumns(
  t: ReturnType<typeof useTexts>,
  { number, date }: ReturnType<typeof useFormat>,
  { onBusinesses, onSeller, onTakeOut, onPutBack }: WebSiteActions,
): Column<WebSiteRow>[] {
  const count = (id: 'people' | 'sends', label: string): Column<WebSiteRow> => ({
    id,
    label,
    number: true,
    sortable: true,
    csv: (row) => row[id],
    cell: (row) => number(row[id]),
  })
  const only = (id: string, label: string, csv: (row: WebSiteRow) => string): Column<WebSiteRow> => ({
    id,
    label,
    csv,
    cell: () => null,
  })
  return [
    {
      id: 'name',
      label: t('operator_web_site'),
      sortable: true,
      csv: (row) => row.name,
      cell: (row) => (
        <span className={classes.site}>
          <SiteLogo mark={row.mark} logo={row.logo} brand={row.brand} onBrand={row.on_brand} />
          <span className={classes.words}>
            <Link to={toOperatorSite(row.web_site_id)}>
              <bdi>{row.name}</bdi>
            </Link>
            <span className={classes.hint} dir="ltr">
              {[row.web_site_id, row.host].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      ),
    },
    only('number', t('web_site_number'), (row) => String(row.web_site_id)),
    only('host', t('web_site_host'), (row) => row.host),
    {
      id: 'country',
      label: t('postal_country'),
      sortable: true,
      csv: (row) => row.country_code_iso.toUpperCase(),
      cell: (row) => (
        <span dir="ltr">
          {row.country_code_iso.toUpperCase()} <span className={classes.hint}>{row.currency}</span>
        </span>
      ),
    },
    {
      id: 'state',
      label: t('status'),
      csv: (row) => t(stateKeys[row.state]),
      cell: ({ state, host, out_of_service_at }) => {
        const text = stateTexts[state]
        const isOut = out_of_service_at !== null
        const title = isOut ? t('web_site_out_since', { date: date(out_of_service_at) }) : text && t(text, { host })
        return <SiteStateTag state={state} title={title} />
      },
    },
    {
      id: 'businesses',
      label: t('operator_businesses'),
      number: true,
      sortable: true,
      csv: (row) => row.businesses,
      cell: (row) =>
        row.businesses === 0 ? (
          number(0)
        ) : (
          <Link
            className={classes.figure}
            to={`${paths.operatorBusinesses}?site=${row.web_site_id}`}
            aria-label={t('web_site_businesses_label', { count: row.businesses, name: row.name })}
          >
            {number(row.businesses)}
          </Link>
        ),
    },
    count('people', t('operator_people')),
    count('sends', t('web_site_sends')),
    {
      id: 'weeks',
      label: t('web_site_weeks'),
      csv: (row) => row.weeks.join(' '),
      cell: (row) => <Weeks weeks={row.weeks} />,
    },
    {
      id: 'waiting',
      label: t('web_site_waiting'),
      number: true,
      sortable: true,
      csv: (row) => row.waiting,
      cell: (row) => {
        const others = row.registrations > 0 ? paths.operatorCarriers : paths.operatorFeedback
        const decisions = row.applications > 0 ? paths.operatorApplications : others
        const to = row.ip_ranges > 0 ? paths.operatorWaiting : decisions
        return row.waiting === 0 ? (
          number(0)
        ) : (
          <Link
            className={classes.figure}
            to={`${to}?site=${row.web_site_id}`}
            aria-label={t('web_site_waiting_label', { count: row.waiting, name: row.name })}
          >
            {number(row.waiting)}
          </Link>
        )
      },
    },
    {
      id: 'actions',
      label: '',
      cell: (row) => (
        <span className={classes.actions}>
          <ActionIcon
            component={Link}
            to={toOperatorSite(row.web_site_id)}
            aria-label={t('action_on_row', { action: t('row_edit'), name: row.name })}
          >
            <IconPencil size={17} stroke={1.75} />
          </ActionIcon>
          <Menu
            className={classes.more}
            label={t('row_more', { name: row.name })}
            trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
          >
            <MenuItem
              icon={<IconBuildingStore size={16} stroke={1.75} aria-hidden />}
              onClick={() => onBusinesses(row)}
            >
              {t('operator_businesses')}
            </MenuItem>
            <MenuItem icon={<IconReceipt2 size={16} stroke={1.75} aria-hidden />} onClick={() => onSeller(row)}>
              {t('seller_title')}
            </MenuItem>
            {row.state === 'out_of_service' ? (
              <MenuItem
                icon={<IconPlayerPlay className="flip" size={16} stroke={1.75} aria-hidden />}
                onClick={() => onPutBack(row)}
              >
                {t('site_put_back')}
              </MenuItem>
            ) : row.is_needed === 1 ? null : (
              <MenuItem
                danger
                icon={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
                onClick={() => onTakeOut(row)}
              >
                {t('site_take_out')}
              </MenuItem>
            )}
          </Menu>
        </span>
      ),
    },
  ]
}

/** The columns that exist only in exported files. */
const onlyInFiles = new Set(['number', 'host'])
export const shownColumns = (columns: readonly Column<WebSiteRow>[]): Column<WebSiteRow>[] =>
  columns.filter(({ id }) => !onlyInFiles.has(id))
