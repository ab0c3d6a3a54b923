import { useTexts } from '../../core/i18n/i18n.ts'
import { Switch } from '../../ui/form/Choice.tsx'
import { FilterMenu } from '../../ui/form/FilterMenu.tsx'
import { useBusinesses } from './useBusinesses.ts'

/** Filters that the lists of this room share. */

export function BusinessFilter({ value, onChange }: { value: string; onChange: (business: string) => void }) {
  const t = useTexts()
  const businesses = useBusinesses()
  if (businesses.length < 2) return null
  return (
    <FilterMenu
      label={t('business_column')}
      value={value}
      values={[
        { value: '', label: t('filter_all') },
        ...businesses.map(({ id, business_name }) => ({ value: String(id), label: business_name })),
      ]}
      onChange={onChange}
    />
  )
}

export function DeletedSwitch({ value, onChange }: { value: string; onChange: (deleted: string) => void }) {
  const t = useTexts()
  return (
    <Switch
      label={t('show_deleted')}
      checked={value !== 'Off'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'All' : 'Off')}
    />
  )
}
