import { getNumberLocations } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect } from '../../../ui/form/Field.tsx'

/** Chooses the location whose people send from a number and read what comes to it; null: the whole business. */
export function LocationField({ value, onChange }: { value: number | null; onChange: (to: number | null) => void }) {
  const t = useTexts()
  const { data, error, isPending } = useQuery({
    queryKey: ['locations for numbers'],
    queryFn: ({ signal }) => call(getNumberLocations, { signal }),
    staleTime: 60_000,
  })
  return (
    <NativeSelect
      label={t('numbers_location')}
      description={t(value === null ? 'numbers_all_locations_hint' : 'numbers_location_hint')}
      error={error ? t('numbers_locations_not_loaded') : undefined}
      disabled={isPending}
      value={value ?? ''}
      data={[
        { value: '', label: t('numbers_all_locations') },
        ...(data ?? []).map(({ location_id, name }) => ({ value: String(location_id), label: name })),
      ]}
      onChange={({ currentTarget: { value: to } }) => onChange(to === '' ? null : Number(to))}
    />
  )
}
