import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import classes from './Embeds.module.css'

/** Milliseconds after a change until the preview follows. */
const pause = 300

/** Shows the real page of an embed in a frame, on a desktop or a phone. `query` is what the form holds. */
export function Preview({ query, address, isTall }: { query: string; address: string; isTall: boolean }) {
  const t = useTexts()
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const [shown, setShown] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setShown(query), pause)
    return () => clearTimeout(timer)
  }, [query])
  return (
    <section className={classes.preview} aria-label={t('embed_preview')}>
      <div className={classes.previewHead}>
        <span>{t('embed_preview')}</span>
        <SegmentedControl
          label={t('embed_preview')}
          value={device}
          onChange={setDevice}
          segments={[
            {
              value: 'desktop',
              label: t('embed_preview_desktop'),
              icon: <IconDeviceDesktop size={16} stroke={1.75} aria-hidden />,
            },
            {
              value: 'phone',
              label: t('embed_preview_phone'),
              icon: <IconDeviceMobile size={16} stroke={1.75} aria-hidden />,
            },
          ]}
        />
      </div>
      <div className={classes.browser} data-device={device}>
        <div className={classes.bar} aria-hidden="true">
          <i />
          <i />
          <i />
          <bdi dir="ltr">{address}</bdi>
        </div>
        <div className={classes.site}>
          <span className={classes.line} aria-hidden="true" />
          {/* Our own page: it plays films and needs its origin for them. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            className={classes.frame}
            data-tall={isTall || undefined}
            src={`/embed_preview?${shown}`}
            title={t('embed_preview')}
            allow="autoplay; fullscreen; picture-in-picture"
          />
        </div>
      </div>
    </section>
  )
}
