import { Button } from '@mantine/core'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import classes from './Guide.module.css'
import { GuideFilm } from './GuideFilm.tsx'
import { useGuide } from './useGuide.ts'

/** The film of the user guide; at the first login it is the help video, with a word of where to find it again. */
export default function GuideFilmDialog({
  title,
  note,
  verb,
  onClose,
}: {
  title: string
  note?: string
  /** What the button says. */
  verb: string
  onClose: () => void
}) {
  const t = useTexts()
  const guide = useGuide()
  return (
    <Dialog
      title={title}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {note ? <FooterNote>{note}</FooterNote> : null}
          <Button variant={note ? 'filled' : 'default'} onClick={onClose}>
            {verb}
          </Button>
        </>
      }
    >
      {guide.isError ? (
        <ErrorState
          title={t('user_guide_not_loaded')}
          error={guide.error}
          busy={guide.isFetching}
          onRetry={() => void guide.refetch()}
        />
      ) : guide.data ? (
        <GuideFilm film={guide.data.film} title={title} />
      ) : (
        <div className={classes.film} aria-busy />
      )}
    </Dialog>
  )
}
