import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useDownload } from '../../../core/files/download.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Guide.module.css'
import { useGuide } from './useGuide.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

/** The user guide in words and pictures. Printed, it is the whole paper: the page behind it stays out. */
export default function GuideDocumentDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const guide = useGuide()
  const { busy, download } = useDownload()
  return (
    <Dialog
      title={t('nav_user_guide')}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            loading={busy}
            disabled={!guide.data}
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              if (guide.data) download(guide.data.pdf_url, t('nav_user_guide'))
            }}
          >
            {t('pdf_download')}
          </Button>
          <Button
            variant="filled"
            disabled={!guide.data}
            leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
            onClick={() => print()}
          >
            {t('print')}
          </Button>
        </>
      }
    >
      <QueryState query={guide} failed={t('user_guide_not_loaded')} waiting={<SkeletonText lines={10} />}>
        {({ steps }) => (
          <article>
            <p className={classes.lead}>{t('user_guide_lead')}</p>
            <ol className={classes.steps}>
              {steps.map((step, i) => (
                <li key={step.id} className={classes.step}>
                  <div className={classes.words}>
                    <h3 className={classes.heading}>
                      <span className={classes.number} aria-hidden>
                        {i + 1}
                      </span>
                      {t(step.title)}
                    </h3>
                    <p>{t(step.text)}</p>
                  </div>
                  {/* The words beside it say all that is to be seen. */}
                  <img
                    className={classes.picture}
                    src={step.picture_url}
                    width={step.width}
                    height={step.height}
                    alt=""
                  />
                </li>
              ))}
            </ol>
          </article>
        )}
      </QueryState>
    </Dialog>
  )
}
