import { getWallPlan, getWallPlanVersion } from '@cutaway/contract/rooms/signage/plan.ts'
import { IconArrowsMaximize, IconArrowsMinimize, IconVolume, IconVolumeOff, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { enqueue } from '../../../core/offline-queue.ts'
import { usePage } from '../../../core/page.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import type { Shown } from './engine/loop-player.ts'
import { Wall } from './Wall.tsx'
import classes from './LoopPage.module.css'

/** Milliseconds after which the page closes itself. */
const openFor = 36_000_000
/** Milliseconds between two looks at the version of the plan. */
const lookEvery = 5000
const controlsFor = 3000

/** Plays the loop of a signed-in user. A paired screen has a page of its own, without a user. */
export default function LoopPage() {
  const t = useTexts()
  const { user, web_site, TouchScreenMode } = useSignedIn()
  const brand_id = useBrandId()
  const navigate = useNavigate()
  usePage(t('wall_loop'))
  const plan = useQuery({
    queryKey: ['wall-plan', user.user_id],
    queryFn: ({ signal }) => call(getWallPlan, { params: { user_id: user.user_id }, signal }),
    staleTime: Infinity,
  })
  const { data } = plan
  const version = useQuery({
    queryKey: ['wall-version', user.user_id],
    enabled: data !== undefined,
    refetchInterval: lookEvery,
    refetchIntervalInBackground: true,
    retry: false,
    queryFn: ({ signal }) => call(getWallPlanVersion, { params: { user_id: user.user_id }, signal }),
  })
  const isOld = data !== undefined && version.data !== undefined && version.data.version !== data.version
  const { refetch } = plan
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  const clockAhead = useRef(0)
  useEffect(() => {
    if (data) clockAhead.current = Date.now() - new Date(version.data?.now ?? data.now).getTime()
  }, [data, version.data])

  const leave = () => void navigate(paths.home)
  const latestLeave = useRef(leave)
  useLayoutEffect(() => {
    latestLeave.current = leave
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      // A browser closes only what a program opened; any other page goes home.
      window.close()
      latestLeave.current()
    }, openFor)
    return () => clearTimeout(timer)
  }, [])

  const page = useRef<HTMLDivElement>(null)
  const [isFullScreen, setFullScreen] = useState(false)
  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement !== null)
    // Browsers leave full screen by Escape themselves; where one hands the key to the page, the page does it.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  const toggleFullScreen = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : page.current?.requestFullscreen()
    // A browser that refuses plays on in its window.
    change?.catch((error: unknown) => console.info('full screen was refused', error))
  }
  const wantsFullScreen = data?.play_video_fullscreen === 1
  useEffect(() => {
    if (wantsFullScreen && !document.fullscreenElement)
      page.current?.requestFullscreen().catch((error: unknown) => console.info('full screen was refused', error))
  }, [wantsFullScreen])

  const [controls, setControls] = useState(false)
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = () => {
    setControls(true)
    clearTimeout(idle.current)
    idle.current = setTimeout(() => setControls(false), controlsFor)
  }
  useEffect(() => () => clearTimeout(idle.current), [])
  const [muted, setMuted] = useState<boolean | null>(null)
  const isMuted = muted ?? data?.muted === 1

  const onShow = (shown: Shown | null) => {
    if (shown?.item.part_id == null) return
    enqueue('insertTrackPartViewedLoop', {
      part_id: shown.item.part_id,
      brand_id,
      driverside: web_site.driverside,
      tracktype: 'loop',
      video_type: shown.item.video_type ?? 'narrated',
      lang_id: shown.item.language_id,
    })
  }

  /** A touch beside the film ends the loop on a touch screen. */
  const onClick = ({ target, clientX, clientY }: MouseEvent) => {
    if (TouchScreenMode === null || (target instanceof Element && target.closest('button'))) return
    const film = [...(page.current?.querySelectorAll('video:not([hidden])') ?? [])].map((one) =>
      one.getBoundingClientRect(),
    )
    const isOnFilm = film.some(
      (box) => clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom,
    )
    if (!isOnFilm) leave()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- touch only; the button does the same
    <div ref={page} className={classes.page} onPointerMove={wake} onKeyDown={wake} onFocus={wake} onClick={onClick}>
      {plan.error && !data ? (
        <div className={classes.failed}>
          <ErrorState title={t('wall_not_loaded')} error={plan.error} onRetry={() => void plan.refetch()} />
        </div>
      ) : null}
      {data ? (
        <Wall
          plan={data}
          muted={isMuted}
          clockAhead={() => clockAhead.current}
          onShow={onShow}
          onSound={() => setMuted(false)}
        />
      ) : null}
      <div className={classes.controls} data-shown={controls || undefined}>
        <button
          type="button"
          aria-label={t(isMuted ? 'wall_sound_on' : 'wall_sound_off')}
          onClick={() => setMuted(!isMuted)}
        >
          {isMuted ? <IconVolumeOff aria-hidden /> : <IconVolume aria-hidden />}
        </button>
        {document.fullscreenEnabled ? (
          <button
            type="button"
            aria-label={t(isFullScreen ? 'wall_full_screen_off' : 'wall_full_screen')}
            onClick={toggleFullScreen}
          >
            {isFullScreen ? <IconArrowsMinimize aria-hidden /> : <IconArrowsMaximize aria-hidden />}
          </button>
        ) : null}
        <button type="button" aria-label={t('wall_leave')} onClick={leave}>
          <IconX aria-hidden />
        </button>
      </div>
    </div>
  )
}
