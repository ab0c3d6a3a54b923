import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { Film } from './engine/film.ts'

/** Converts the details of a part into the player's input. Pure. */
export function filmOf(details: AnimationDetails): Film {
  const { video } = details
  const narrations = details.narratedLanguages.map(tongueOf)
  return {
    id: video.partId,
    kind: video.video_type,
    width: video.width,
    height: video.height,
    title: details.part_name,
    subtitle: details.subtitle,
    poster: video.posterUrl,
    thumbnails: video.thumbnailsUrl,
    sources: {
      mp4: video.videoUrl ?? (video.video_type === 'narrated' ? video.narratedVideoUrl : video.interactiveVideoUrl),
      hls: video.videoUrlVodHLS,
      dash: video.videoUrlVodDASH,
      duration: video.duration,
    },
    narrations,
    spoken: narrations.find(({ language_id }) => language_id === video.language_id)?.tag ?? '',
    captions: details.captions.map(({ url, ...language }) => ({ ...tongueOf(language), url })),
    chapters: details.chapters,
    labelsUrl: details.labelsUrl,
    labelTexts: details.labelTexts,
    badgeTexts: details.badgeTexts,
    buttons: details.interactiveButtons,
    buttonLabels: details.buttonLabels,
    restTime: details.defaultPlayTime,
    timesIn: details.secondsOrFrames,
  }
}

type FilmLanguage = AnimationDetails['narratedLanguages'][number]
const tongueOf = ({ language_id, language_code, name }: FilmLanguage) => ({ language_id, tag: language_code, name })

/** Returns whether the part has a film. A missing file is detected by the player. */
export const hasFilm = ({ video }: AnimationDetails): boolean =>
  video.videoUrl !== null ||
  video.videoUrlVodHLS !== null ||
  video.videoUrlVodDASH !== null ||
  (video.video_type === 'narrated' ? video.narratedVideoUrl : video.interactiveVideoUrl) !== null

/** Returns the other kind of film of the same part, or null. */
export const equivalentOf = (details: AnimationDetails): string | null =>
  details.video.video_type === 'narrated' ? details.equivalent_interactive_part_id : details.equivalent_narrated_part_id
