import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import type { CustomVideo, Footage } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { useReducedMotion } from '@mantine/hooks'
import { IconExternalLink, IconMovieOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { Stream } from '../player/engine/sources/stream.ts'
import classes from './Videos.module.css'
import { useVideoName } from './useVideos.ts'

type Shown = Pick<
  CustomVideo,
  'video_name' | 'video_url' | 'texts' | 'description' | 'poster_url' | 'hls_url' | 'captions'
>

/** Plays a video in a dialog. */
export default function VideoViewer({ video, onClose }: { video: Shown; onClose: () => void }) {
  const { language_id } = useLanguage()
  const name = useVideoName()(video)
  const words = video.texts.find((text) => text.language_id === language_id)?.description || video.description
  return (
    <Dialog title={name} size="lg" onClose={onClose}>
      <VideoStage video={video} name={name} />
      {words === '' ? null : (
        <p className={classes.description} dir="auto">
          {words}
        </p>
      )}
    </Dialog>
  )
}

/** The video itself: a file, or a listed host's player in our frame. `onFootage` gets what a file tells about itself. */
export function VideoStage({
  video,
  name,
  onFootage,
}: {
  video: Shown
  name: string
  onFootage?: (footage: Footage) => void
}) {
  const t = useTexts()
  const [broken, setBroken] = useState(false)
  const source = customVideoSource(video.video_url)
  if (broken || !source) {
    const isElsewhere = source?.kind === 'link'
    return (
      <EmptyState
        heading="h3"
        icon={isElsewhere ? IconExternalLink : IconMovieOff}
        title={isElsewhere ? t('video_elsewhere', { host: new URL(source.url).hostname }) : t('own_video_broken')}
        text={t(isElsewhere ? 'video_elsewhere_text' : 'own_video_broken_text')}
        action={
          <>
            {source ? <Button onClick={() => setBroken(false)}>{t('try_again')}</Button> : null}
            {isElsewhere ? (
              <Button component="a" href={source.url} target="_blank" rel="noopener noreferrer">
                {t('video_open_there')}
              </Button>
            ) : null}
          </>
        }
      />
    )
  }
  return (
    <div className={classes.stage} data-stage>
      {source.kind === 'embed' ? (
        <iframe
          className={classes.film}
          src={source.url}
          title={name}
          // Players need scripts and storage. Their hosts are never ours, so allowing both does not weaken the sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <VideoFile
          url={source.url}
          video={video}
          name={name}
          onBroken={() => setBroken(true)}
          {...(onFootage && source.kind === 'link' ? { onFootage } : {})}
        />
      )}
    </div>
  )
}

/** Plays a file: in several sizes if it has them, else, or if they fail, the plain file. */
function VideoFile({
  url,
  video,
  name,
  onBroken,
  onFootage,
}: {
  url: string
  video: Shown
  name: string
  onBroken: () => void
  onFootage?: (footage: Footage) => void
}) {
  const { language_id, language_code } = useLanguage()
  const calm = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [hls, setHls] = useState(video.hls_url)
  const isNative = element !== null && element.canPlayType(hlsType) !== ''
  useEffect(() => {
    if (!element || hls === null || isNative) return undefined
    return attached(element, hls, language_code, () => setHls(null))
  }, [element, hls, isNative, language_code])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- those that the business has are there
    <video
      ref={setElement}
      className={classes.film}
      src={hls === null ? url : isNative ? hls : undefined}
      poster={video.poster_url ?? undefined}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      autoPlay={!calm}
      onError={() => (hls === null ? onBroken() : setHls(null))}
      onLoadedMetadata={({ currentTarget: { duration, videoWidth: width, videoHeight: height } }) => {
        if (Number.isFinite(duration) && width > 0) onFootage?.({ duration, width, height })
      }}
    >
      {video.captions.map((track) => (
        <track
          key={track.language_id}
          kind="captions"
          src={track.url}
          srcLang={track.language_code}
          label={track.name}
          default={track.language_id === language_id}
        />
      ))}
    </video>
  )
}

const hlsType = 'application/vnd.apple.mpegurl'

/** Plays a list of sizes through the player's own library, which loads when it is needed. Returns what stops it. */
function attached(element: HTMLVideoElement, url: string, tag: string, onFatal: () => void): () => void {
  let stream: Stream | undefined
  let isOver = false
  const start = async () => {
    const { attachStream } = await import('../player/engine/sources/hls.ts')
    if (isOver) return
    stream = attachStream(element, url, {
      at: 0,
      tag,
      quality: 'auto',
      shownHeight: element.clientHeight * devicePixelRatio,
      onHeights: () => undefined,
      onHeight: () => undefined,
      onTongues: () => undefined,
      onFatal,
    })
  }
  // Without the library, the plain file plays.
  start().catch(onFatal)
  return () => {
    isOver = true
    stream?.destroy()
  }
}
