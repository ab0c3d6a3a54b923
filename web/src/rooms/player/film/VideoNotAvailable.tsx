import { checkAllAvailableMP4AV } from '@cutaway/contract/rooms/player/films.ts'
import { type AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'
import { ChoiceList } from '../../../ui/form/ChoiceList.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

/** Shown when the film cannot be played in its language. Lists the languages with a file, as returned by the server. */
export default function VideoNotAvailable({
  details: { video },
  onChoose,
  onClose,
}: {
  details: AnimationDetails
  onChoose: (languageId: number) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { web_site } = useSignedIn()
  const { language_id } = useLanguage()
  const params = {
    part_id: video.partId,
    web_site_id: web_site.web_site_id,
    brand_id: useBrandId(),
    driverside: web_site.driverside,
    language_id: String(language_id),
    // A path segment cannot be empty.
    video_url: video.videoUrl ?? '-',
    tag_name: video.tagName || '-',
  }
  const others = useQuery({
    queryKey: ['film-files', params],
    queryFn: ({ signal }) => call(checkAllAvailableMP4AV, { params, signal }),
    staleTime: 0,
    // Omits the language that cannot be played.
    select: ({ available_lang }) => available_lang.filter((other) => other.language_id !== video.language_id),
  })
  return (
    <Dialog title={t('audio_visual_file_is_not_available_for_this_langauge')} size="sm" onClose={onClose}>
      <QueryState
        query={others}
        failed={t('film_page_failed')}
        waiting={<SkeletonText lines={4} />}
        empty={<p>{t('Videos Are Not Available')}</p>}
      >
        {(languages) => (
          <ChoiceList
            label={t('film_narration_language')}
            choices={languages.map((other) => ({
              value: other.language_id,
              label: other.name,
              lang: other.language_code,
            }))}
            value={0}
            onChange={(id) => {
              onClose()
              onChoose(id)
            }}
          />
        )}
      </QueryState>
    </Dialog>
  )
}
