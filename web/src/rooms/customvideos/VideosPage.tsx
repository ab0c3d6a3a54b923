import {
  deleteUserCustomVideo,
  undoDeletedCustomVideo,
  type CustomVideo,
  type UploadLimits,
} from '@cutaway/contract/rooms/customvideos/videos.ts'
import { IconLinkPlus, IconUpload, IconVideo } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { CallFailed, send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts, withTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ListCard } from '../../ui/table/ListCard.tsx'
import { localPage } from '../../ui/table/local-page.ts'
import { useListState } from '../../ui/table/useListState.ts'
import { LazyShareDialog } from '../sharing/LazyShareDialog.tsx'
import { SocialShare } from '../sharing/links/SocialShare.tsx'
import { useCopy } from '../sharing/links/useCopy.ts'
import { useChannels } from '../sharing/share.ts'
import { FileButton } from '../../ui/upload/FileButton.tsx'
import { startUpload, useUploads } from './uploads.ts'
import { useLinkOf, useSize, useVideos, videosKey } from './useVideos.ts'
import { useVideoColumns } from './video-columns.tsx'
import { VideoJobs, videoTypes } from './VideoJobs.tsx'
import classes from './Videos.module.css'

const VideoDialog = lazy(() => import('./VideoDialog.tsx'))
const VideoViewer = lazy(() => import('./VideoViewer.tsx'))
const FilmEmbedDialog = lazy(() => withTexts(['embeds', 'lists'], import('../embeds/FilmEmbedDialog.tsx')))

const defaults = {
  sort: { by: 'created', descending: true },
  sorts: ['created', 'name', 'length', 'sends'] as const,
  filters: {},
  size: 5,
}

type Asked = { kind: 'add' } | { kind: 'preview' | 'edit' | 'share' | 'embed' | 'delete'; video: CustomVideo }

/** Manages the videos of the business: uploads, videos by their address, and what can be done with them. */
export default function VideosPage() {
  const t = useTexts()
  const query = useVideos()
  const change = useChange(videosKey)
  const uploads = useUploads()
  const list = useListState(defaults)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { copy, stuck, unstick } = useCopy()
  const linkOf = useLinkOf()
  const mayShare = useChannels().length > 0
  const close = () => setAsked(null)
  const { refetch } = query
  const copyLink = async (video: CustomVideo) => {
    try {
      const link = await linkOf(video)
      if (link === null) toast('permission_denied', { kind: 'warning' })
      else await copy(link)
    } catch (error) {
      toast(error)
    }
  }
  const ask = (kind: 'preview' | 'edit' | 'share' | 'embed' | 'delete') => (video: CustomVideo) =>
    setAsked({ kind, video })
  const { columns, compare, nameOf } = useVideoColumns({
    mayShare,
    onPreview: ask('preview'),
    onEdit: ask('edit'),
    onShare: ask('share'),
    onEmbed: ask('embed'),
    onDelete: ask('delete'),
    onCopy: (video) => void copyLink(video),
  })
  const videos = query.data?.videos ?? []
  // A business has at most some hundred videos, so they all load at once.
  const page = useVideos((all) => {
    const ready = all.videos.filter(({ state }) => state === 'ready')
    return localPage(ready, list, {
      textOf: (video) => `${nameOf(video)} ${video.description} ${video.added_by}`,
      compare: compare(list.sort.by),
    })
  })
  const onFile = (file: File) => {
    const limits = query.data?.limits
    if (limits && file.size > limits.file) return void toast('video_too_large', { kind: 'error' })
    if (file.size === 0) return void toast('video_empty', { kind: 'error' })
    void startUpload(file, () => void refetch())
  }
  useNotLeaving(uploads.some(({ state }) => state === 'runs' || state === 'waits'))
  const add = (
    <>
      <Button
        leftSection={<IconLinkPlus size={17} stroke={1.75} aria-hidden />}
        onClick={() => setAsked({ kind: 'add' })}
      >
        {t('video_add_by_address')}
      </Button>
      <FileButton
        variant="filled"
        accept={videoTypes}
        leftSection={<IconUpload size={17} stroke={1.75} aria-hidden />}
        onFile={onFile}
      >
        {t('video_upload')}
      </FileButton>
    </>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nav_custom_videos')}
        subtitle={t('videos_text')}
        actions={
          <div className={classes.head}>
            {query.data ? <Space limits={query.data.limits} /> : null}
            {add}
          </div>
        }
      />
      {query.data ? <Limits limits={query.data.limits} /> : null}
      <VideoJobs uploads={uploads} videos={videos} onFile={onFile} />
      <ListCard
        caption={t('video_list')}
        list={list}
        query={page}
        columns={columns}
        rowId={({ part_id }) => part_id}
        searchLabel={t('video_search')}
        onOpen={ask('preview')}
        empty={
          <EmptyState
            icon={IconVideo}
            title={t('videos_none_title')}
            text={`${t('no_records_found')} ${t('videos_none_text')}`}
          />
        }
        failed={t('videos_not_loaded')}
      />
      <Suspense fallback={null}>
        {asked?.kind === 'add' ? <VideoDialog onClose={close} /> : null}
        {asked?.kind === 'edit' ? <VideoDialog video={asked.video} onClose={close} /> : null}
        {asked?.kind === 'preview' ? <VideoViewer video={asked.video} onClose={close} /> : null}
        {asked?.kind === 'embed' ? <FilmEmbedDialog partId={asked.video.part_id} onClose={close} /> : null}
      </Suspense>
      {asked?.kind === 'share' ? (
        <LazyShareDialog
          film={{
            part_id: asked.video.part_id,
            part_name: nameOf(asked.video),
            duration: asked.video.duration ?? 0,
            poster_url: asked.video.poster_url,
          }}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('video_delete_title', { name: nameOf(asked.video) })}
          text={t(asked.video.sends > 0 ? 'video_delete_sent' : 'video_delete_text', { count: asked.video.sends })}
          verb={t('video_delete')}
          onClose={close}
          onConfirm={async () => {
            const { user_id, part_id } = asked.video
            const done = await change(send(deleteUserCustomVideo, { params: { userId: user_id!, partId: part_id } }), {
              undo: () => send(undoDeletedCustomVideo, { body: { user_id: user_id!, part_id } }),
            })
            if (!done) throw new CallFailed('custom_video_not_found', 200)
          }}
        />
      ) : null}
      {stuck === null ? null : <SocialShare link={stuck} onClose={unstick} />}
    </div>
  )
}

/** How much of the space of the business is used. */
function Space({ limits: { used, space } }: { limits: UploadLimits }) {
  const t = useTexts()
  const size = useSize()
  const percent = space === 0 ? 100 : Math.min(100, (used / space) * 100)
  return (
    <div className={classes.space}>
      <span>
        {t('video_space')} <b>{t('video_space_used', { used: size(used), space: size(space) })}</b>
      </span>
      <span className={classes.bar} aria-hidden>
        <i style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}

/** What can be uploaded, told before a file is chosen. */
function Limits({ limits: { used, space, file, converts } }: { limits: UploadLimits }) {
  const t = useTexts()
  const size = useSize()
  const left = Math.max(0, space - used)
  return (
    <p className={classes.limits}>
      {t(converts ? 'video_limits' : 'video_limits_mp4', { file: size(file), left: size(left) })}
    </p>
  )
}

/** Lets the browser ask before the window is closed. The upload can be continued, but it does not go on by itself. */
function useNotLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isRunning])
}
