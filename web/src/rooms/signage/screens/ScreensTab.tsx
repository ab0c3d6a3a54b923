import { orderScreen, revokeScreen, type Screen, updateScreen } from '@cutaway/contract/rooms/signage/screens.ts'
import { IconDeviceTv } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { byWord, localPage } from '../../../ui/table/local-page.ts'
import { useListState } from '../../../ui/table/useListState.ts'
import { useScreenColumns } from './screen-columns.tsx'
import { PairButton } from './PairButton.tsx'
import { ScreenCard } from './ScreenCard.tsx'
import { useScreens } from './useScreens.ts'
import classes from './Screens.module.css'

const PairDialog = lazy(() => import('./PairDialog.tsx'))
const EditDialog = lazy(() => import('./EditDialog.tsx'))
const PlayDialog = lazy(() => import('./PlayDialog.tsx'))

interface Asked {
  kind: 'edit' | 'play' | 'revoke'
  screen: Screen
}

const defaults = {
  sort: { by: 'name', descending: false },
  sorts: ['name', 'state', 'last_seen_at'],
  filters: { place: 'all', state: 'all' },
}
const states = ['online', 'quiet', 'dark', 'closed', 'new'] as const
/** Milliseconds between two looks at what the screens do. */
const lookEvery = 5000

/** The screens in the waiting rooms: what they play, whether they are heard, and what can be asked of them. */
export default function ScreensTab({
  pairing,
  onPairing,
}: {
  /** The dialog that pairs a screen is open. */
  pairing: boolean
  onPairing: (open: boolean) => void
}) {
  const t = useTexts()
  const change = useChange('screens')
  const list = useListState(defaults)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const close = () => setAsked(null)

  const order = (screen: Screen, what: 'reload' | 'identify') =>
    void change(send(orderScreen, { body: { screen_id: screen.screen_id, order: what } }))
  const { columns, wordOf } = useScreenColumns({
    onOpen: ({ screen_id }) => setChosen(screen_id),
    onMute: ({ screen_id, is_muted }) =>
      void change(send(updateScreen, { body: { screen_id, is_muted: is_muted ? 0 : 1 } })),
    onIdentify: (screen) => order(screen, 'identify'),
    onReload: (screen) => order(screen, 'reload'),
    onPlay: (screen) => setAsked({ kind: 'play', screen }),
    onEdit: (screen) => setAsked({ kind: 'edit', screen }),
    onRevoke: (screen) => setAsked({ kind: 'revoke', screen }),
  })
  // A business has at most two hundred screens, and their states change together, so they all load at once.
  const query = useScreens(lookEvery)
  const all = query.data ?? []
  const { place, state } = list.filters
  const filtered = query.data
    ?.filter((one) => place === 'all' || String(one.location_id) === place)
    .filter((one) => state === 'all' || one.state === state)
  const page =
    filtered &&
    localPage(filtered, list, {
      textOf: ({ name, location_name }) => `${name} ${location_name ?? ''}`,
      compare: byWord((one) => wordOf(one, list.sort.by)),
    })
  const places = new Map(
    all.flatMap((one) => (one.location_id === null ? [] : [[String(one.location_id), one.location_name ?? '']])),
  )
  const open = all.find(({ screen_id }) => screen_id === chosen)
  const counts = states.flatMap((one) => {
    const count = all.filter((screen) => screen.state === one).length
    return count > 0 ? [t(`screens_${one}`, { count })] : []
  })
  return (
    <div className={classes.page}>
      <ListCard
        caption={t('wall_screens')}
        list={list}
        query={{ data: page, error: query.error, isFetching: query.isFetching, refetch: query.refetch as never }}
        columns={columns}
        rowId={({ screen_id }) => screen_id}
        searchLabel={t('screens_search')}
        filters={
          <>
            {places.size > 1 ? (
              <FilterMenu
                label={t('screen_location')}
                value={place}
                values={[
                  { value: 'all', label: t('filter_all') },
                  ...[...places].map(([value, label]) => ({ value, label })),
                ]}
                onChange={(value) => list.change({ filters: { place: value } })}
              />
            ) : null}
            <FilterMenu
              label={t('screen_state')}
              value={state}
              values={[
                { value: 'all', label: t('filter_all') },
                ...states.map((value) => ({ value, label: t(`screen_state_${value}`) })),
              ]}
              onChange={(value) => list.change({ filters: { state: value } })}
            />
          </>
        }
        end={<span className={classes.hint}>{counts.join(', ')}</span>}
        onOpen={({ screen_id }) => setChosen(screen_id)}
        {...(chosen === null ? {} : { selected: chosen })}
        empty={
          <EmptyState
            icon={IconDeviceTv}
            title={t('screens_none')}
            text={t('screens_none_text')}
            action={<PairButton variant="default" onClick={() => onPairing(true)} />}
          />
        }
        failed={t('screens_not_loaded')}
      />
      {open ? (
        <ScreenCard
          screen={open}
          onPlay={() => setAsked({ kind: 'play', screen: open })}
          onReload={() => order(open, 'reload')}
        />
      ) : null}
      <Suspense fallback={null}>
        {pairing ? (
          <PairDialog
            onPaired={(screen) => {
              onPairing(false)
              setChosen(screen.screen_id)
            }}
            onClose={() => onPairing(false)}
          />
        ) : null}
        {asked?.kind === 'edit' ? <EditDialog screen={asked.screen} onClose={close} /> : null}
        {asked?.kind === 'play' ? <PlayDialog screen={asked.screen} onClose={close} /> : null}
      </Suspense>
      {asked?.kind === 'revoke' ? (
        <ConfirmDialog
          title={t('screen_revoke_title', { name: asked.screen.name })}
          text={t('screen_revoke_text')}
          verb={t('screen_revoke')}
          onClose={close}
          onConfirm={async () => {
            const { screen_id } = asked.screen
            if (!(await change(send(revokeScreen, { params: { screen_id } })))) throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </div>
  )
}
