import { IconPencil, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Format } from '../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import type { Translate } from '../../core/i18n/texts.ts'
import { toAnimation } from '../../paths.ts'
import { Breadcrumb } from '../../ui/layout/Breadcrumb.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, DataTable, type Sort } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Hatch } from '../../ui/feedback/Hatch.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { SkeletonRows, SkeletonText, SkeletonTiles } from '../../ui/feedback/Skeletons.tsx'
import { SystemIllustration, systemDrawings } from '../../ui/illustrations/SystemIllustration.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { Tile, TileGrid } from '../../ui/layout/Tile.tsx'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import classes from './Gallery.module.css'

/** Card size, and the smallest size at which an illustration must be recognisable. */
export function DrawingSpecimen() {
  return (
    <>
      <div className={classes.drawings}>
        {systemDrawings.map((name) => (
          <SystemIllustration key={name} name={name} />
        ))}
      </div>
      <div className={classes.row}>
        {systemDrawings.map((name) => (
          <SystemIllustration key={name} name={name} width={40} />
        ))}
      </div>
      <div className={classes.small}>
        <Hatch />
      </div>
    </>
  )
}

export function TileSpecimen() {
  const t = useTexts()
  const film = { to: toAnimation('BRKDSC'), title: t('systems'), line: t('narrated') }
  return (
    <TileGrid>
      <Tile {...film} poster={null} drawing="suspension" seconds={25} isNew />
      <Tile {...film} poster={null} drawing="catalytic_converter" seconds={3725} />
      <Tile {...film} poster={null} drawing="brakes" seconds={22} steps={6} />
    </TileGrid>
  )
}

interface Person {
  id: number
  name: string
  place: string
  films: number
}
const people: Person[] = [
  { id: 1, name: 'Dana Whitlock', place: 'Portland Harbour', films: 1204 },
  { id: 2, name: 'Owen Bright', place: 'Salem', films: 86 },
  { id: 3, name: 'Mei Tanaka', place: 'Boise Central', films: 0 },
]

const columnsOf = (t: Translate, number: Format['number']): Column<Person>[] => [
  { id: 'name', label: t('nav_users'), cell: ({ name }) => name, sortable: true },
  { id: 'place', label: t('nav_locations'), cell: ({ place }) => place },
  { id: 'films', label: t('nav_sent_report'), cell: ({ films }) => number(films), number: true, sortable: true },
  { id: 'status', label: t('Active'), cell: ({ films }) => <Tag kind={films ? 'green' : 'plain'}>{t('Active')}</Tag> },
  {
    id: 'acts',
    label: '',
    cell: () => (
      <ActionIcon size="xs" aria-label={t('back')}>
        <IconPencil size={17} stroke={1.75} />
      </ActionIcon>
    ),
  },
]

export function TableSpecimen() {
  const t = useTexts()
  const { number } = useFormat()
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  const rows = people.toSorted(
    (a, b) => (sort.by === 'films' ? a.films - b.films : a.name.localeCompare(b.name)) * (sort.descending ? -1 : 1),
  )
  return (
    <>
      <Breadcrumb
        crumbs={[{ label: t('nav_home'), to: '/home' }, { label: t('systems'), to: '/home' }, { label: t('new') }]}
      />
      <Card title={t('nav_users')} actions={<Button size="xs">{t('see_all')}</Button>} padded={false}>
        <DataTable
          caption={t('nav_users')}
          columns={columnsOf(t, number)}
          rows={rows}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          selected={2}
          empty={null}
          totals={{ name: t('Complete'), films: number(1290) }}
        />
        <Pagination page={page} size={size} total={240} onPage={setPage} onSize={setSize} />
      </Card>
    </>
  )
}

export function StateSpecimen() {
  const t = useTexts()
  return (
    <>
      <Card>
        <EmptyState
          drawing={<SystemIllustration name="brakes" width={96} />}
          title={t('no_film_matches')}
          text={t('no_narrated_films')}
          action={<Button>{t('show_interactive_films')}</Button>}
        />
      </Card>
      <Card>
        <EmptyState icon={IconSearch} title={t('message_no_data_found')} action={<Button>{t('try_again')}</Button>} />
      </Card>
      <Card>
        <ErrorState
          title={t('report_failed')}
          text={t('service_unavailable')}
          reference="7F3A-21C"
          onRetry={() => undefined}
        />
      </Card>
    </>
  )
}

export function SkeletonSpecimen() {
  return (
    <>
      <SkeletonRows rows={3} />
      <SkeletonTiles tiles={3} />
      <SkeletonText lines={3} />
    </>
  )
}
