import {
  buyTwilioNumber,
  getSearchTwilioNumbers,
  getTwilioNumberByCountries,
  type NumberType,
} from '@cutaway/contract/rooms/telephony/numbers.ts'
import { IconPhoneOff, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../Telephony.module.css'
import { abilitiesOf } from './abilities.ts'
import { isNotSold, NotSold } from '../NotSold.tsx'
import { QuoteCard } from './QuoteCard.tsx'

interface Asked {
  country: string
  type: NumberType
  search: string
}
const pageSize = 10

/** Reads the countries in which numbers are sold; it is refused on a web site that sells none. */
export const useNumberCountries = (enabled = true) =>
  useQuery({
    queryKey: ['countries of numbers'],
    queryFn: ({ signal }) => call(getTwilioNumberByCountries, { signal }),
    enabled,
    staleTime: Infinity,
    retry: false,
  })

/** Searches a number, asks for its price, and buys it. */
export function AddNumber({ onBought }: { onBought: () => void }) {
  const t = useTexts()
  const { language_code } = useLanguage()
  const countries = useNumberCountries()
  const [asked, setAsked] = useState<Asked | null>(null)
  const quoting = useMutation({
    mutationFn: (of: { phone_number: string; country: string; type: NumberType }) =>
      call(buyTwilioNumber, { params: { json: of } }),
    onError: (error, { phone_number }) => {
      if (error instanceof CallFailed && error.key === 'number_taken') onTaken(phone_number)
      toast(error)
    },
  })
  const [taken, setTaken] = useState<readonly string[]>([])
  const onTaken = (phone_number: string) => setTaken((known) => [...known, phone_number])
  // The business may have numbers from when the web site sold some.
  if (isNotSold(countries.error)) return <NotSold what="numbers" />
  const names = new Intl.DisplayNames(language_code, { type: 'region' })
  const ask = (to: Asked) => {
    quoting.reset()
    setAsked(to)
  }
  return (
    <section className={classes.stack} aria-labelledby="add-number">
      <h2 id="add-number">{t('numbers_add')}</h2>
      <QueryState query={countries} failed={t('numbers_unavailable')} waiting={<SkeletonText lines={4} />}>
        {(found) => (
          <div className={classes.two}>
            <Card>
              <SearchForm
                countries={found.map(({ country_code, types }) => ({
                  code: country_code,
                  name: names.of(country_code) ?? country_code,
                  types,
                }))}
                onSearch={ask}
              />
              {asked === null ? null : (
                <Offers
                  key={JSON.stringify(asked)}
                  asked={asked}
                  chosen={quoting.data?.phone_number ?? quoting.variables?.phone_number}
                  taken={taken}
                  onChoose={(phone_number) =>
                    quoting.mutate({ phone_number, country: asked.country, type: asked.type })
                  }
                />
              )}
            </Card>
            <QuoteCard
              key={quoting.data?.quote_id ?? 'none'}
              quote={quoting.data ?? null}
              isAsking={quoting.isPending}
              onAskAgain={() => quoting.variables && quoting.mutate(quoting.variables)}
              onClose={() => quoting.reset()}
              onTaken={onTaken}
              onChanged={onBought}
              onBought={() => {
                quoting.reset()
                setAsked(null)
                onBought()
              }}
            />
          </div>
        )}
      </QueryState>
    </section>
  )
}

function SearchForm({
  countries,
  onSearch,
}: {
  countries: readonly { code: string; name: string; types: readonly NumberType[] }[]
  onSearch: (asked: Asked) => void
}) {
  const t = useTexts()
  const home = useSite().country_code_iso.toUpperCase()
  const [country, setCountry] = useState((countries.find(({ code }) => code === home) ?? countries[0])?.code ?? '')
  const types = countries.find(({ code }) => code === country)?.types ?? []
  const [type, setType] = useState<NumberType>('local')
  const [search, setSearch] = useState('')
  const kind = types.includes(type) ? type : (types[0] ?? 'local')
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch({ country, type: kind, search: search.trim() })
      }}
    >
      <NativeSelect
        label={t('numbers_country')}
        value={country}
        data={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={({ currentTarget: { value } }) => setCountry(value)}
      />
      <NativeSelect
        label={t('numbers_type')}
        value={kind}
        data={types.map((one) => ({ value: one, label: t(`numbers_type_${one}`) }))}
        onChange={({ currentTarget: { value } }) => setType(value as NumberType)}
      />
      <TextInput
        label={t('numbers_search_label')}
        maxLength={60}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <Button type="submit" leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}>
        {t('numbers_search')}
      </Button>
    </form>
  )
}

function Offers({
  asked,
  chosen,
  taken,
  onChoose,
}: {
  asked: Asked
  chosen: string | undefined
  /** Numbers that somebody else has bought since the search. */
  taken: readonly string[]
  onChoose: (phone_number: string) => void
}) {
  const t = useTexts()
  const format = useBillingFormat()
  const phone = useShownPhone()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(pageSize)
  const offers = useQuery({
    queryKey: ['offers of numbers', asked],
    queryFn: async ({ signal }) => {
      const { status, data, message, http } = await send(getSearchTwilioNumbers, { params: { json: asked }, signal })
      if (message === 'no_records_found') return []
      if (status !== 1 || !data) throw new CallFailed(message, http)
      return data
    },
    gcTime: 0,
    retry: false,
  })
  return (
    <QueryState query={offers} failed={t('numbers_unavailable')} heading="h3" waiting={<SkeletonText lines={5} />}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState icon={IconPhoneOff} title={t('numbers_nothing')} text={t('numbers_nothing_text')} />
        ) : (
          <>
            <fieldset className={classes.offers} aria-label={t('numbers_add')}>
              {found.slice((page - 1) * size, page * size).map((offer) => (
                <label
                  key={offer.phone_number}
                  className={classes.offer}
                  data-taken={taken.includes(offer.phone_number) || undefined}
                >
                  <input
                    type="radio"
                    name="offer"
                    checked={offer.phone_number === chosen && !taken.includes(offer.phone_number)}
                    disabled={taken.includes(offer.phone_number)}
                    onChange={() => onChoose(offer.phone_number)}
                  />
                  <bdi dir="ltr" className={classes.number}>
                    {phone(offer.phone_number)}
                  </bdi>
                  <span className={`${classes.hint} ${classes.grow}`}>{offer.locality}</span>
                  {taken.includes(offer.phone_number) ? (
                    <Tag kind="plain">{t('numbers_taken')}</Tag>
                  ) : (
                    <span className={classes.hint}>{abilitiesOf(offer.capabilities, t)}</span>
                  )}
                  <span className={`${classes.figure} ${classes.price} ${classes.end}`}>
                    <span className={classes.strong}>{format.amount(offer.price, offer.currency)}</span>
                    <span className={classes.hint}>{t('numbers_a_month')}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <div className={classes.pager}>
              <Pagination
                page={page}
                size={size}
                total={found.length}
                onPage={setPage}
                onSize={(to) => {
                  setSize(to)
                  setPage(1)
                }}
              />
            </div>
          </>
        )
      }
    </QueryState>
  )
}
