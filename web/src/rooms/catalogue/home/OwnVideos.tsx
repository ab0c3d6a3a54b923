import type { CustomAnimation } from '@cutaway/contract/rooms/catalogue/home.ts'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { SkeletonTiles } from '../../../ui/feedback/Skeletons.tsx'
import { Tile, TileGrid } from '../../../ui/layout/Tile.tsx'
import { Panel } from './Panel.tsx'
import { useCustomAnimations } from './useCustomAnimations.ts'

const CustomVideoDialog = lazy(() => import('./CustomVideoDialog.tsx'))

/** Shows videos of the site and of the user's business. They play above the page. */
export default function OwnVideos() {
  const t = useTexts()
  const videos = useCustomAnimations()
  const [shown, setShown] = useState<CustomAnimation | null>(null)
  return (
    <>
      <Panel
        title={t('own_videos')}
        query={videos}
        notLoaded={t('films_not_loaded')}
        waiting={<SkeletonTiles tiles={4} />}
      >
        {(entries) => (
          <TileGrid>
            {entries.map((video) => (
              <Tile
                key={video.part_id}
                onOpen={() => setShown(video)}
                title={video.video_name}
                poster={video.poster_url}
                seconds={video.duration}
              />
            ))}
          </TileGrid>
        )}
      </Panel>
      {shown ? (
        <Suspense fallback={null}>
          <CustomVideoDialog video={shown} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
