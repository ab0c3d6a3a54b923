import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { useId } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './BannerChoice.module.css'

/** Selects one of the user's banners for the mail, or none. Hidden if the user has none. */
export function BannerChoice({
  banners,
  chosen,
  onChange,
}: {
  banners: ShareDetails['emailBannerSettings']
  chosen: number | null
  onChange: (id: number | null) => void
}) {
  const t = useTexts()
  const name = useId()
  if (banners.length === 0) return null
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('share_banner')}</legend>
      <div className={classes.choices}>
        <label className={classes.choice}>
          <input type="radio" name={name} checked={chosen === null} onChange={() => onChange(null)} />
          <span className={classes.none}>{t('share_banner_none')}</span>
        </label>
        {banners.map(({ id, banner_image }, index) => (
          <label key={id} className={classes.choice}>
            <input type="radio" name={name} checked={chosen === id} onChange={() => onChange(id)} />
            <img src={banner_image} alt={t('share_banner_number', { number: index + 1 })} loading="lazy" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
