import { checkAllAvailableMP4AV } from '@cutaway/contract/rooms/player/films.ts'
import { type AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'
import { ChoiceList } from '../../../ui/form/ChoiceList.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'

/** The film cannot be played in its language: those in which its file is there, asked of the server. */
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
    // A path has no empty places.
    video_url: video.videoUrl ?? '-',
    tag_name: video.tagName || '-',
  }
  const files = useQuery({
    queryKey: ['film-files', params],
    queryFn: ({ signal }) => call(checkAllAvailableMP4AV, { params, signal }),
    staleTime: 0,
  })
  // The one that does not play is no way out.
  const languages = files.data?.available_lang.filter((other) => other.language_id !== video.language_id)
  return (
    <Dialog title={t('audio_visual_file_is_not_available_for_this_langauge')} size="sm" onClose={onClose}>
      {files.isPending && <SkeletonText lines={4} />}
      {files.isError && (
        <ErrorState
          title={t('film_page_failed')}
          error={files.error}
          onRetry={() => void files.refetch()}
          busy={files.isFetching}
        />
      )}
      {languages?.length === 0 && <p>{t('Videos Are Not Available')}</p>}
      {languages && languages.length > 0 && (
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
    </Dialog>
  )
}
