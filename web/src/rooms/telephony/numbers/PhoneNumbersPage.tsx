import { checkTwilioNumberAlreadyExist } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import classes from '../Telephony.module.css'
import { isNotSold, NotSold } from '../NotSold.tsx'
import { AddNumber, useNumberCountries } from './AddNumber.tsx'
import { OwnNumbers } from './OwnNumbers.tsx'

/** /phone_numbers: the numbers of the business, and searching and buying another one. */
export default function PhoneNumbersPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const isAllowed = useMay('manage_phone_numbers') && user.is_employee === 0
  const entity = user.businessentity_id ?? 0
  const key = ['phone numbers', entity]
  const own = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { status, data, message, http } = await send(checkTwilioNumberAlreadyExist, { params: { entity }, signal })
      if (message === 'no_records_found') return []
      if (status !== 1 || !data) throw new CallFailed(message, http)
      return data
    },
    enabled: isAllowed,
    staleTime: 0,
    retry: false,
    // Until the provider has answered about a number.
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: now }) => now === 'buying' || now === 'releasing' || now === 'refunding')
        ? 5000
        : false,
  })
  const countries = useNumberCountries(isAllowed)
  if (!isAllowed) return <Navigate to={paths.home} replace />
  // Who has no number, and can buy none, is not told about either twice.
  if (isNotSold(own.error) || (own.data?.length === 0 && isNotSold(countries.error)))
    return (
      <div className={classes.page}>
        <PageHeader title={t('numbers_title')} />
        <NotSold what="numbers" />
      </div>
    )
  return (
    <div className={classes.page}>
      <PageHeader title={t('numbers_title')} subtitle={t('numbers_subtitle')} />
      <QueryState query={own} failed={t('numbers_not_loaded')} waiting={<SkeletonText lines={6} />}>
        {(numbers) => (
          <>
            <OwnNumbers
              numbers={numbers}
              entity={entity}
              onChanged={() => client.invalidateQueries({ queryKey: key })}
            />
            <AddNumber onBought={() => void client.invalidateQueries({ queryKey: key })} />
          </>
        )}
      </QueryState>
    </div>
  )
}
