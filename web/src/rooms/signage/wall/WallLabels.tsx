import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import { useEffect, useMemo, useState } from 'react'
import { LabelLayer, narrowest } from '../../player/engine/labels/LabelLayer.tsx'
import { containedIn, labelsOfTrack } from '../../player/engine/labels/labels.ts'
import { useShownLabels, useTrackAt } from '../../player/engine/labels/useLabels.ts'
import { makeClock } from '../../player/engine/sources/frames.ts'
import classes from './Wall.module.css'

const none = () => []

/** The labels of the film on the wall: names of its pieces with a line to each. A film in small has none. */
export function WallLabels({ video, item }: { video: HTMLVideoElement; item: WallItem }) {
  const track = useTrackAt(item.labels_url)
  const placedAt = useMemo(() => (track ? labelsOfTrack(track, item.label_texts) : none), [track, item.label_texts])
  const clock = useMemo(() => makeClock(video), [video])
  useEffect(() => clock.stop, [clock])
  const shown = useShownLabels(clock, placedAt)
  const picture = usePicture(video)
  if (!picture || picture.width < narrowest) return null
  const { left, top, width, height } = picture
  return (
    <div className={classes.labels} style={{ left, top, width, height }}>
      <LabelLayer shown={shown} picture={picture} />
    </div>
  )
}

interface Picture {
  left: number
  top: number
  width: number
  height: number
}

/** Returns where the picture of a video is on its stage: the video's box is of another shape. */
function usePicture(video: HTMLVideoElement): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    const measure = () => {
      const { offsetLeft, offsetTop, clientWidth, clientHeight, videoWidth, videoHeight } = video
      const inside = containedIn(
        { width: clientWidth, height: clientHeight },
        { width: videoWidth, height: videoHeight },
      )
      setPicture({
        left: offsetLeft + inside.x,
        top: offsetTop + inside.y,
        width: inside.width,
        height: inside.height,
      })
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(video)
    video.addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      video.removeEventListener('resize', measure)
    }
  }, [video])
  return picture
}
