import { IconX } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { CountrySelect } from '../../sites/contact/CountrySelect.tsx'
import classes from './Seller.module.css'

/** Several countries: those chosen, each with a button that removes it, and a list from which others are added. */
export function CountryList({
  id,
  label,
  hint,
  error,
  value,
  onChange,
}: {
  id: string
  /** Of the chosen ones. */
  label: string
  hint: string
  error: React.ReactNode
  /** Upper case. */
  value: readonly string[]
  onChange: (countries: string[]) => void
}) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const order = new Intl.Collator(locale)
  const shown = value
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => order.compare(a.name, b.name))
  return (
    <div className={classes.countries}>
      <CountrySelect
        id={id}
        label={t('seller_country_add')}
        description={hint}
        error={error}
        autoComplete="off"
        value=""
        onChange={({ currentTarget }: React.ChangeEvent<HTMLSelectElement>) => {
          const code = currentTarget.value
          if (code !== '' && !value.includes(code)) onChange([...value, code])
        }}
      />
      {shown.length === 0 ? null : (
        <ul className={classes.chosen} aria-label={label}>
          {shown.map(({ code, name }) => (
            <li key={code} className={classes.country}>
              <bdi>{name}</bdi>
              <ActionIcon
                aria-label={t('seller_country_remove', { country: name })}
                onClick={() => onChange(value.filter((one) => one !== code))}
              >
                <IconX size={15} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
