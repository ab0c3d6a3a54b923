import { IconCopy, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import classes from './LinkForm.module.css'
import { QrCode, qrUrl } from './QrCode.tsx'
import { SocialShare } from './SocialShare.tsx'
import { useCopy } from './useCopy.ts'

export interface Made {
  link_id: number
  link: string
  title: string
  expires_at: string
}

/** Shows a new link for copying, or for scanning from the screen or from paper. */
export function MadeLink({ made }: { made: Made }) {
  const t = useTexts()
  const { date } = useFormat()
  const { copy, stuck, unstick } = useCopy()
  const [large, setLarge] = useState(false)
  return (
    <section className={classes.made} aria-label={t('share_your_link')}>
      <button
        type="button"
        className={classes.qr}
        aria-haspopup="dialog"
        aria-label={t('share_qr_open')}
        title={t('share_qr_open')}
        onClick={() => setLarge(true)}
      >
        <img src={qrUrl(made.link_id)} alt="" width={104} height={104} />
      </button>
      <div className={classes.madeWords}>
        <TextInput
          label={t('share_your_link')}
          description={t('share_works_until', { date: date(made.expires_at) })}
          order={['label', 'input', 'description']}
          value={made.link}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.acts}>
          <Button
            variant="light"
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
            onClick={() => void copy(made.link)}
          >
            {t('copy_link')}
          </Button>
          <Button
            aria-haspopup="dialog"
            leftSection={<IconQrcode size={16} stroke={1.75} aria-hidden />}
            onClick={() => setLarge(true)}
          >
            {t('share_qr')}
          </Button>
        </div>
      </div>
      {large ? (
        <QrCode linkId={made.link_id} title={made.title} link={made.link} onClose={() => setLarge(false)} />
      ) : null}
      {stuck === null ? null : <SocialShare link={stuck} onClose={unstick} />}
    </section>
  )
}
