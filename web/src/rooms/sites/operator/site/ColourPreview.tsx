import { useState } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { Logo } from '../../../../ui/illustrations/Logo.tsx'
import { SystemIllustration } from '../../../../ui/illustrations/SystemIllustration.tsx'
import { Tag } from '../../../../ui/layout/Tag.tsx'
import { useWords } from '../words.ts'
import classes from './ColourPreview.module.css'
import { useBrandTheme } from './useBrandTheme.ts'

/**
 * Shows what a brand colour looks like on the portal, with the contrast of each text as the server measures it. Offers the
 * nearest colour if no text is readable on this one. In a narrow window only the header is shown until it is opened.
 */
export function ColourPreview({
  colour,
  name,
  mark,
  logo,
  onUse,
}: {
  colour: string
  name: string
  mark: string
  logo: string
  onUse: (colour: string) => void
}) {
  const t = useTexts()
  const { decimal: ratio } = useWords()
  const { data, variables } = useBrandTheme(colour)
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={classes.preview} aria-label={t('site_brand_colour')} data-open={isOpen}>
      <h2>{t('site_brand_colour')}</h2>
      <div className={classes.sample} style={variables} aria-hidden inert>
        <div className={classes.header}>
          <Logo mark={mark || '–'} logo={logo} size={24} />
          <strong>
            <bdi>{name || '–'}</bdi>
          </strong>
          <span className={classes.entries}>
            <span className={classes.current}>{t('nav_home')}</span>
            <span>{t('nav_history')}</span>
          </span>
        </div>
        <div className={classes.body}>
          <span className={classes.film}>
            <span className={classes.picture}>
              <SystemIllustration name="engine" width={56} />
              <span>0:31</span>
            </span>
            <span>
              <strong>{t('site_preview_film')}</strong>
              <span className={classes.link}>{t('site_preview_link')}</span>
            </span>
          </span>
          <span className={classes.buttons}>
            <span className={classes.filled}>{t('site_preview_button')}</span>
            <span className={classes.chosen}>{t('site_preview_chosen')}</span>
          </span>
        </div>
        <div className={classes.stage}>
          <span className={classes.bar}>
            <span />
            <span />
            <span />
          </span>
          <span>0:12</span>
          <span className={classes.onStage}>{t('site_preview_step')}</span>
          <span>0:31</span>
        </div>
      </div>
      <span className={classes.more}>
        <Button size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'site_preview_hide' : 'site_preview_show')}
        </Button>
      </span>
      {data ? (
        <>
          <dl className={classes.ratios} aria-live="polite">
            {data.ratios.map(({ id, ratio: value, needed }) => (
              <div key={id}>
                <dt>{t(id === 'button' ? `site_ratio_button_${data.text}` : `site_ratio_${id}`)}</dt>
                <dd>
                  <span dir="ltr">{ratio(value)} : 1</span>
                  {value >= needed ? <Tag kind="green">AA</Tag> : <Tag kind="red">{t('site_ratio_low')}</Tag>}
                </dd>
              </div>
            ))}
          </dl>
          {data.nearest === null ? (
            data.text === 'dark' ? (
              <p className={classes.note}>{t('site_dark_text', { ratio: ratio(data.white) })}</p>
            ) : null
          ) : (
            <div className={classes.nearest} role="status">
              <p>{t('site_nearest', { hex: data.nearest })}</p>
              <Button
                size="xs"
                onClick={() => onUse(data.nearest!)}
                leftSection={<span className={classes.swatch} style={{ background: data.nearest }} />}
              >
                {t('site_use_colour', { hex: data.nearest })}
              </Button>
            </div>
          )}
        </>
      ) : null}
    </section>
  )
}
