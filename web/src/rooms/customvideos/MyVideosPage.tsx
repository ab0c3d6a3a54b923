import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { IconCopy, IconVideo } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { SkeletonTiles } from '../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tile, TileGrid } from '../../ui/layout/Tile.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { useListState } from '../../ui/table/useListState.ts'
import { SocialShare } from '../sharing/links/SocialShare.tsx'
import { useCopy } from '../sharing/links/useCopy.ts'
import { useLinkOf, useVideoName, useWatchable } from './useVideos.ts'
import classes from './Videos.module.css'

const VideoViewer = lazy(() => import('./VideoViewer.tsx'))

const defaults = { sort: { by: 'created', descending: true }, sorts: ['created'] as const, filters: {}, size: 5 }

/** The videos of the business and of the web site, to watch. */
export default function MyVideosPage() {
  const t = useTexts()
  const query = useWatchable()
  const nameOf = useVideoName()
  const list = useListState(defaults)
  const mayManage = useMay('manage_custom_videos')
  const linkOf = useLinkOf()
  const { copy, stuck, unstick } = useCopy()
  const [shown, setShown] = useState<CustomVideo | null>(null)
  const copyLink = async (video: CustomVideo) => {
    try {
      const link = await linkOf(video)
      if (link === null) toast('permission_denied', { kind: 'warning' })
      else await copy(link)
    } catch (error) {
      toast(error)
    }
  }
  const manage = mayManage ? (
    <Button component={Link} to={paths.customVideos}>
      {t('videos_manage')}
    </Button>
  ) : null
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_my_videos')} subtitle={t('my_videos_text')} actions={manage} />
      <QueryState query={query} waiting={<SkeletonTiles tiles={5} />} failed={t('videos_not_loaded')}>
        {(videos) =>
          videos.length === 0 ? (
            <EmptyState
              icon={IconVideo}
              title={t('videos_none_title')}
              text={`${t('no_records_found')} ${t('my_videos_none_text')}`}
              action={manage}
            />
          ) : (
            <>
              <TileGrid>
                {videos.slice((list.page - 1) * list.size, list.page * list.size).map((video) => (
                  <Tile
                    key={video.part_id}
                    title={nameOf(video)}
                    line={video.added_by}
                    poster={video.poster_url}
                    seconds={video.duration}
                    onOpen={() => setShown(video)}
                    corner={
                      <ActionIcon
                        aria-label={t('video_copy_link_of', { name: nameOf(video) })}
                        onClick={() => void copyLink(video)}
                      >
                        <IconCopy size={18} stroke={1.75} />
                      </ActionIcon>
                    }
                  />
                ))}
              </TileGrid>
              <Pagination
                page={list.page}
                size={list.size}
                total={videos.length}
                onPage={(page) => list.change({ page }, 'push')}
                onSize={(size) => list.change({ size })}
              />
            </>
          )
        }
      </QueryState>
      {shown ? (
        <Suspense fallback={null}>
          <VideoViewer video={shown} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
      {stuck === null ? null : <SocialShare link={stuck} onClose={unstick} />}
    </div>
  )
}
