import { IconFileText, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Guide.module.css'
import GuideDocumentDialog from './GuideDocumentDialog.tsx'
import GuideFilmDialog from './GuideFilmDialog.tsx'
import { useGuide } from './useGuide.ts'

/** The user guide: the portal as a film, and as a document. */
export default function UserGuidePage() {
  const t = useTexts()
  const guide = useGuide()
  const [open, setOpen] = useState<'film' | 'document' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_user_guide')} subtitle={t('user_guide_lead')} />
      {guide.isError ? (
        <ErrorState
          title={t('user_guide_not_loaded')}
          error={guide.error}
          busy={guide.isFetching}
          onRetry={() => void guide.refetch()}
        />
      ) : (
        <div className={classes.cards}>
          <Card
            picture={guide.data?.film.poster_url}
            title={t('user_guide_film')}
            text={t('user_guide_film_text')}
            action={
              <Button
                variant="filled"
                leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}
                onClick={() => setOpen('film')}
              >
                {t('user_guide_watch')}
              </Button>
            }
          />
          <Card
            picture={guide.data?.steps[0]?.picture_url}
            title={t('user_guide_document')}
            text={t('user_guide_document_text')}
            action={
              <Button
                leftSection={<IconFileText size={18} stroke={1.75} aria-hidden />}
                onClick={() => setOpen('document')}
              >
                {t('user_guide_read')}
              </Button>
            }
          />
        </div>
      )}
      {open === 'film' ? <GuideFilmDialog title={t('nav_user_guide')} verb={t('close')} onClose={close} /> : null}
      {open === 'document' ? <GuideDocumentDialog onClose={close} /> : null}
    </div>
  )
}

function Card({
  picture,
  title,
  text,
  action,
}: {
  picture: string | undefined
  title: string
  text: string
  action: React.ReactNode
}) {
  return (
    <section className={classes.card}>
      <div className={classes.cover}>{picture ? <img src={picture} alt="" /> : null}</div>
      <div className={classes.caption}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
        {action}
      </div>
    </section>
  )
}
