import {
  getUserCustomVideos,
  getUserCustomVideosView,
  type CustomVideo,
  type UploadLimits,
} from '@cutaway/contract/rooms/customvideos/videos.ts'
import { generateLink } from '@cutaway/contract/rooms/sharing/links.ts'
import { useQuery } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../core/api.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useFormat, useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { useBrandId, useMay, useSignedIn, useSite } from '../../core/session.ts'

/** The videos of the business, and what both pages need about them. */

export const videosKey = 'custom-videos'
const isBusy = ({ state }: CustomVideo) => state === 'waiting' || state === 'checking' || state === 'converting'

interface Videos {
  videos: CustomVideo[]
  limits: UploadLimits
}

/** Returns all videos with the limits of uploads, or what `select` makes of them. While one is converted, they are loaded again. */
export function useVideos<T = Videos>(select?: (all: Videos) => T) {
  const { user } = useSignedIn()
  return useQuery({
    queryKey: [videosKey, user.user_id],
    queryFn: async ({ signal }): Promise<Videos> => {
      const answer = await send(getUserCustomVideos, { params: { user: user.user_id }, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { videos: answer.data, limits: answer.limits }
    },
    ...(select ? { select } : {}),
    refetchInterval: ({ state: { data } }) => (data?.videos.some(isBusy) ? 2000 : false),
  })
}

/** Returns the videos that the user can watch. */
export function useWatchable() {
  const { user } = useSignedIn()
  return useQuery({
    queryKey: [videosKey, 'view', user.user_id],
    queryFn: ({ signal }) => call(getUserCustomVideosView, { params: { user: user.user_id }, signal }),
  })
}

/** Returns the name of a video in the language of the page. */
export function useVideoName(): (video: Pick<CustomVideo, 'video_name' | 'texts'>) => string {
  const { language_id } = useLanguage()
  return ({ video_name, texts }) => texts.find((text) => text.language_id === language_id)?.video_name ?? video_name
}

/** Formats bytes: '410 MB', '6.2 GB'. */
export function useSize(): (bytes: number) => string {
  const t = useTexts()
  const { number } = useFormat()
  const { direction } = useLanguage()
  // Between words that run from the right, a size would be taken apart.
  const whole = (text: string) => (direction === 'rtl' ? isolated(text) : text)
  return (bytes) => {
    const megabytes = bytes / 1024 ** 2
    if (megabytes >= 1000) return whole(t('video_size_gb', { size: number(Math.round((megabytes / 1024) * 10) / 10) }))
    return whole(
      t('video_size_mb', { size: number(megabytes >= 10 ? Math.round(megabytes) : Math.ceil(megabytes * 10) / 10) }),
    )
  }
}

/** Videos are sent and embedded once they are ready. */
export const canSend = ({ state }: CustomVideo): boolean => state === 'ready'

/**
 * Returns the link of a video for people without an account: that of a customer's page. A user without the right to make
 * links gets the address of a video on another website, and null for others.
 */
export function useLinkOf(): (video: CustomVideo) => Promise<string | null> {
  const site = useSite()
  const brand_id = useBrandId()
  const { language_id } = useLanguage()
  const may = useMay('allow_generate_link')
  return async (video) => {
    if (!may) return video.video_kind === 'file' ? null : video.video_url
    const { tiny_url } = await call(generateLink, {
      body: {
        part_id: video.part_id,
        brand_id,
        driverside: site.driverside,
        lang_id: language_id,
        generatelink: {},
      },
    })
    return tiny_url
  }
}
