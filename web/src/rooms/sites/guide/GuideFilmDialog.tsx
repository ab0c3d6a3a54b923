import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Guide.module.css'
import { GuideFilm } from './GuideFilm.tsx'
import { useGuide } from './useGuide.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

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
      <QueryState
        query={guide}
        failed={t('user_guide_not_loaded')}
        waiting={<div className={classes.film} aria-busy />}
      >
        {({ film }) => <GuideFilm film={film} title={title} />}
      </QueryState>
    </Dialog>
  )
}
