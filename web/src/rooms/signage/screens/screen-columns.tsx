import type { Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import {
  IconDeviceTv,
  IconDeviceTvOff,
  IconDots,
  IconFocusCentered,
  IconMoon,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { withCapital } from '../../../core/i18n/capital.ts'
import { duration } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { StateTag } from './StateTag.tsx'
import classes from './Screens.module.css'

export interface ScreenActions {
  onOpen: (screen: Screen) => void
  onMute: (screen: Screen) => void
  onIdentify: (screen: Screen) => void
  onPlay: (screen: Screen) => void
  onReload: (screen: Screen) => void
  onEdit: (screen: Screen) => void
  onRevoke: (screen: Screen) => void
}

/** Returns the columns of the screens, and the words by which a column sorts. */
export function useScreenColumns(actions: ScreenActions) {
  const t = useTexts()
  const { seen, brief } = useFormat()
  const playsNow = (screen: Screen): [string, string] => {
    const { playing, state, play_title, told_at, told_name } = screen
    if (playing?.left != null) return [playing.title, t('screen_for_customer', { time: duration(playing.left) })]
    if (play_title !== null && state === 'online') return [play_title, t('screen_play_waits')]
    if (playing) return [playing.title, t('screen_place', { place: playing.place, of: playing.of })]
    if (state === 'dark')
      return [t('screen_not_known'), told_at ? t('screen_told', { name: told_name ?? '', time: brief(told_at) }) : '']
    if (state === 'quiet') return [t('screen_not_known'), '']
    return [t('screen_nothing'), '']
  }
  const columns: Column<Screen>[] = [
    {
      id: 'name',
      label: t('screen_column'),
      sortable: true,
      cell: (screen) => (
        <span className={classes.named}>
          <Picture screen={screen} />
          <span className={classes.words}>
            <button type="button" className={classes.opener} onClick={() => actions.onOpen(screen)}>
              <bdi>{screen.name}</bdi>
            </button>
            <span className={classes.hint}>
              <bdi>{screen.location_name ?? t('screen_whole_business')}</bdi>
              {screen.height > screen.width ? ` · ${t('screen_upright')}` : ''}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'playing',
      label: t('screen_plays_now'),
      cell: (screen) => {
        const [what, more] = playsNow(screen)
        return (
          <span className={classes.words}>
            <bdi className={screen.playing ? undefined : classes.dim}>{what}</bdi>
            <span className={classes.hint}>{more}</span>
          </span>
        )
      },
    },
    { id: 'state', label: t('screen_state'), sortable: true, cell: (screen) => <StateTag screen={screen} /> },
    {
      id: 'last_seen_at',
      label: t('screen_last_seen'),
      sortable: true,
      cell: ({ last_seen_at, state }) =>
        last_seen_at === null
          ? t('screen_never')
          : state === 'online'
            ? t('screen_now')
            : withCapital(seen(last_seen_at)),
    },
    {
      id: 'app_version',
      label: t('screen_app'),
      cell: ({ app_version }) => <bdi dir="ltr">{app_version.slice(0, 12)}</bdi>,
    },
    {
      id: 'actions',
      label: '',
      cell: (screen) => <Actions screen={screen} actions={actions} />,
    },
  ]
  const wordOf = (screen: Screen, by: string): string =>
    by === 'last_seen_at'
      ? (screen.last_seen_at ?? '')
      : by === 'state'
        ? t(`screen_state_${screen.state}`)
        : screen.name
  return { columns, wordOf }
}

function Picture({ screen: { poster, state } }: { screen: Screen }) {
  if (poster && state === 'online') return <img className={classes.picture} src={poster} alt="" loading="lazy" />
  const Sign = state === 'dark' ? IconDeviceTvOff : state === 'closed' ? IconMoon : IconDeviceTv
  return (
    <span className={classes.picture} data-state={state}>
      <Sign size={20} stroke={1.75} aria-hidden />
    </span>
  )
}

function Actions({ screen, actions }: { screen: Screen; actions: ScreenActions }) {
  const t = useTexts()
  const isOff = screen.state !== 'online'
  const named = (action: string) => t('named_action', { action: t(action), name: screen.name })
  return (
    <span className={classes.actions}>
      <ActionIcon
        variant="subtle"
        aria-label={named(screen.is_muted ? 'screen_unmute' : 'screen_mute')}
        onClick={() => actions.onMute(screen)}
      >
        {screen.is_muted ? <IconVolumeOff size={18} stroke={1.75} /> : <IconVolume size={18} stroke={1.75} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        disabled={isOff}
        aria-label={named('screen_identify')}
        onClick={() => actions.onIdentify(screen)}
      >
        <IconFocusCentered size={18} stroke={1.75} />
      </ActionIcon>
      <Menu
        label={named('screen_more')}
        className={classes.more}
        trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
      >
        {isOff ? null : <MenuItem onClick={() => actions.onPlay(screen)}>{t('screen_play')}</MenuItem>}
        {isOff ? null : <MenuItem onClick={() => actions.onReload(screen)}>{t('screen_reload')}</MenuItem>}
        <MenuItem onClick={() => actions.onEdit(screen)}>{t('screen_edit')}</MenuItem>
        <MenuItem danger onClick={() => actions.onRevoke(screen)}>
          {t('screen_revoke')}
        </MenuItem>
      </Menu>
    </span>
  )
}
