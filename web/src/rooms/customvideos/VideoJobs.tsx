import {
  deleteUserCustomVideo,
  retryCustomVideo,
  type CustomVideo,
} from '@cutaway/contract/rooms/customvideos/videos.ts'
import { IconAlertCircle, IconLoader2, IconPlayerPause, IconPlayerPlay, IconUpload } from '@tabler/icons-react'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Button } from '../../ui/form/Button.tsx'
import { FileButton } from '../../ui/upload/FileButton.tsx'
import { canTryAgain, dismissUpload, type RunningUpload } from './uploads.ts'
import { useSize, useVideoName, videosKey } from './useVideos.ts'
import classes from './Videos.module.css'

export const videoTypes = 'video/mp4,video/quicktime,video/webm,video/x-matroska,.mp4,.mov,.m4v,.webm,.mkv'

/** Uploads that run, videos that are converted, and those that could not be: what happens, and what can be done. */
export function VideoJobs({
  uploads,
  videos,
  onFile,
}: {
  uploads: readonly RunningUpload[]
  videos: readonly CustomVideo[]
  onFile: (file: File) => void
}) {
  const t = useTexts()
  const here = new Set(uploads.map(({ name }) => name))
  const others = videos.filter(({ state, upload }) => state !== 'ready' && !(upload !== null && here.has(upload)))
  if (uploads.length + others.length === 0) return null
  return (
    <ul className={classes.jobs} aria-label={t('video_jobs')}>
      {uploads.map((upload) => (
        <UploadRow key={upload.file} upload={upload} onFile={onFile} />
      ))}
      {others.map((video) => (
        <VideoRow key={video.part_id} video={video} onFile={onFile} />
      ))}
    </ul>
  )
}

function UploadRow({ upload, onFile }: { upload: RunningUpload; onFile: (file: File) => void }) {
  const t = useTexts()
  const size = useSize()
  const { file, sent, total, state, problem } = upload
  const done = { sent: size(sent), total: size(total) }
  const isFailed = state === 'failed'
  return (
    <li className={classes.job}>
      <IconUpload size={20} stroke={1.75} aria-hidden />
      <div className={classes.jobWords}>
        <span>
          <b dir="auto">{file}</b>
          <span className={classes.hint}>
            {isFailed
              ? null
              : t(state === 'waits' ? 'upload_waits' : state === 'paused' ? 'upload_paused' : 'upload_sent', done)}
          </span>
        </span>
        {isFailed ? (
          <span className={classes.problem} role="alert">
            {t(problem ?? 'upload_failed')}
          </span>
        ) : (
          <Bar label={t('upload_of', { name: file })} percent={total === 0 ? 0 : (sent / total) * 100} />
        )}
      </div>
      {state === 'runs' || state === 'waits' ? (
        <Button leftSection={<IconPlayerPause size={16} stroke={1.75} aria-hidden />} onClick={upload.pause}>
          {t('upload_pause')}
        </Button>
      ) : null}
      {state === 'paused' || problem === 'upload_disk_full' ? (
        <Button leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />} onClick={upload.resume}>
          {t('upload_resume')}
        </Button>
      ) : null}
      {isFailed && problem !== 'upload_disk_full' ? (
        <FileButton accept={videoTypes} onFile={onFile}>
          {t('upload_choose_file')}
        </FileButton>
      ) : null}
      <Button
        variant="subtle"
        onClick={() => (isFailed && upload.name === '' ? dismissUpload(upload) : void upload.cancel())}
      >
        {t(isFailed ? 'dismiss' : 'cancel')}
      </Button>
    </li>
  )
}

function VideoRow({ video, onFile }: { video: CustomVideo; onFile: (file: File) => void }) {
  const t = useTexts()
  const size = useSize()
  const change = useChange(videosKey)
  const name = useVideoName()(video)
  const { part_id, state, problem, progress, received, bytes, upload } = video
  const user_id = video.user_id!
  const remove = () =>
    upload === null
      ? change(send(deleteUserCustomVideo, { params: { userId: user_id, partId: part_id } }))
      : change(cancelUpload(upload))
  const words =
    state === 'uploading'
      ? t('upload_can_continue', { sent: size(received), total: size(bytes) })
      : state === 'converting'
        ? t('video_converting', { percent: progress })
        : t(state === 'checking' ? 'video_checking' : 'video_waiting')
  return (
    <li className={classes.job}>
      {state === 'failed' ? (
        <IconAlertCircle className={classes.bad} size={20} stroke={1.75} aria-hidden />
      ) : state === 'uploading' ? (
        <IconUpload size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconLoader2 size={20} stroke={1.75} aria-hidden />
      )}
      <div className={classes.jobWords}>
        <span>
          <b dir="auto">{video.file_name ?? name}</b>
          <span className={classes.hint}>{state === 'failed' ? null : words}</span>
        </span>
        {state === 'failed' ? (
          <span className={classes.problem}>{t(problem ?? 'video_not_converted')}</span>
        ) : state === 'converting' ? (
          <Bar label={t('video_conversion_of', { name })} percent={progress} />
        ) : state === 'uploading' ? (
          <Bar label={t('upload_of', { name })} percent={bytes === 0 ? 0 : (received / bytes) * 100} />
        ) : null}
      </div>
      {video.can_change && state === 'failed' && canTryAgain(problem) ? (
        <Button onClick={() => void change(send(retryCustomVideo, { body: { user_id, part_id } }))}>
          {t('try_again')}
        </Button>
      ) : null}
      {video.can_change && (state === 'uploading' || (state === 'failed' && !canTryAgain(problem))) ? (
        <FileButton accept={videoTypes} onFile={onFile}>
          {t('upload_choose_file')}
        </FileButton>
      ) : null}
      {video.can_change ? (
        <Button variant="subtle" onClick={() => void remove()}>
          {t(state === 'failed' ? 'dismiss' : 'cancel')}
        </Button>
      ) : null}
    </li>
  )
}

/** Ends an upload that this window did not begin. */
async function cancelUpload(name: string): Promise<{ status: 0 | 1; message: string }> {
  const { ok } = await fetch(`/video_uploads/${name}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  return ok ? { status: 1, message: 'upload_cancelled' } : { status: 0, message: 'custom_video_not_found' }
}

function Bar({ label, percent }: { label: string; percent: number }) {
  const whole = Math.round(Math.min(100, percent))
  return (
    <span
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={whole}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${whole}%` }} />
    </span>
  )
}
