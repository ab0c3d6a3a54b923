import type { ParamsOf } from '@cutaway/contract/endpoint.ts'
import {
  fewestViewings,
  getFilmHeat,
  getFilmHeatDetails,
  heatChannels,
  heatDays,
  type FilmHeat as Heat,
  type HeatChannel,
} from '@cutaway/contract/rooms/reports/heat.ts'
import { fetchUserAccessible } from '@cutaway/contract/rooms/reports/lookups.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../core/api.ts'
import { duration as timeOf } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { DetailList } from '../details/DetailList.tsx'
import classes from '../Reports.module.css'
import { FigureList } from '../Figures.tsx'
import { HeatCurve } from './HeatCurve.tsx'

/** The film of a page, as far as its curve needs it. */
interface WatchedFilm {
  video: { partId: string }
  chapters: readonly { start: number; title: string }[]
}

/** How customers watch the film of the page, for those who may see reports of their business. */
export default function FilmHeat({
  details,
  picture,
  onSeek,
}: {
  details: WatchedFilm
  /** Draws the small picture of a second of the film. */
  picture: (second: number) => ReactNode
  /** Moves the film of the page to a second. */
  onSeek: (second: number) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { user } = useSignedIn()
  const [days, setDays] = useState<(typeof heatDays)[number]>(90)
  const [channel, setChannel] = useState<HeatChannel>('all')
  const [location, setLocation] = useState('')
  const [isOpen, setOpen] = useState(false)
  const business = user.businessentity_id
  const choices = useQuery({
    queryKey: ['report-choices', user.user_id, ''],
    queryFn: ({ signal }) => call(fetchUserAccessible, { params: {}, signal }),
    enabled: business !== null,
  })
  const json = {
    part_id: details.video.partId,
    days,
    channel,
    ...(business === null ? {} : { businessentity_id: business }),
    ...(location === '' ? {} : { businessentity_location_id: Number(location) }),
  }
  const heat = useQuery({
    queryKey: ['film-heat', json],
    queryFn: ({ signal }) => call(getFilmHeat, { params: { json }, signal }),
    placeholderData: keepPreviousData,
    enabled: business !== null,
  })
  if (business === null) return null
  const { data, error } = heat
  return (
    <section className={classes.heat} aria-labelledby="film-heat" aria-busy={heat.isFetching || undefined}>
      <div className={classes.heatHead}>
        <h2 id="film-heat">{t('heat_title')}</h2>
        <div className={classes.filters}>
          <FilterMenu
            label={t('heat_period')}
            value={String(days)}
            values={heatDays.map((value) => ({
              value: String(value),
              label: t('heat_days', { number: number(value) }),
            }))}
            onChange={(to) => setDays(heatDays.find((value) => String(value) === to)!)}
          />
          {choices.data?.may_choose_place && choices.data.locations.length > 1 ? (
            <FilterMenu
              label={t('report_location')}
              value={location}
              values={[
                { value: '', label: t('report_all') },
                ...choices.data.locations.map(({ id, businessentity_location_name: name }) => ({
                  value: String(id),
                  label: name,
                })),
              ]}
              onChange={setLocation}
            />
          ) : null}
          <FilterMenu
            label={t('heat_sent_by')}
            value={channel}
            values={heatChannels.map((value) => ({ value, label: t(`heat_channel_${value}`) }))}
            onChange={(to) => setChannel(heatChannels.find((value) => value === to)!)}
          />
        </div>
      </div>
      <Card padded={false}>
        {data ? (
          <>
            <Facts heat={data} days={days} onOpen={() => setOpen(true)} />
            {data.seconds.length > 0 ? (
              <HeatCurve heat={data} chapters={details.chapters} picture={picture} onSeek={onSeek} />
            ) : (
              <p className={classes.heatFew}>
                {t('heat_few', { number: number(data.viewings), fewest: number(fewestViewings) })}
              </p>
            )}
          </>
        ) : error ? (
          <ErrorState heading="h3" title={t('report_not_loaded')} error={error} onRetry={() => void heat.refetch()} />
        ) : (
          <div className={classes.waiting}>
            <SkeletonRows rows={6} picture={false} />
          </div>
        )}
      </Card>
      {isOpen ? <Visits json={json} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

function Facts({ heat, days, onOpen }: { heat: Heat; days: number; onOpen: () => void }) {
  const t = useTexts()
  const { number, percent } = useFormat()
  const most = heat.seconds.reduce((best, { again }, i) => (again > heat.seconds[best]!.again ? i : best), 0)
  const facts = [
    {
      label: t('heat_viewings'),
      value:
        heat.viewings === 0 ? (
          number(0)
        ) : (
          <button type="button" className={classes.number} aria-haspopup="dialog" onClick={onOpen}>
            {number(heat.viewings)}
          </button>
        ),
      note: t('heat_customers', { number: number(heat.customers) }),
    },
    {
      label: t('heat_average'),
      value:
        heat.average === null
          ? '–'
          : t('heat_average_of', { seconds: number(Math.round(heat.average)), all: number(Math.round(heat.duration)) }),
      note:
        heat.average_before === null
          ? ''
          : t('heat_average_before', { seconds: number(Math.round(heat.average_before)), number: number(days) }),
    },
    {
      label: t('heat_to_end'),
      value: heat.viewings === 0 ? '–' : percent(heat.to_end / heat.viewings),
      note: `${t('heat_viewings')}: ${number(heat.to_end)}`,
    },
    ...(heat.seconds.length > 0 && heat.seconds[most]!.again > 0
      ? [
          {
            label: t('heat_most_again'),
            value: timeOf(most),
            note: percent(heat.seconds[most]!.again / heat.customers),
          },
        ]
      : []),
  ]
  return <FigureList figures={facts} />
}

/** The visits behind the number of viewings. */
function Visits({ json, onClose }: { json: ParamsOf<typeof getFilmHeat>['json']; onClose: () => void }) {
  const t = useTexts()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  const asked = { ...json, page, size }
  const rows = useQuery({
    queryKey: ['film-heat-rows', asked],
    queryFn: ({ signal }) => call(getFilmHeatDetails, { params: { json: asked }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog kind="drawer" title={t('heat_viewings')} onClose={onClose}>
      <div className={classes.drawer}>
        {rows.data ? (
          <>
            <DetailList data={rows.data} />
            <Pagination
              page={page}
              size={size}
              total={rows.data.total.rows}
              sizes={[10, 25, 50, 100]}
              onPage={setPage}
              onSize={(to) => {
                setSize(to)
                setPage(1)
              }}
            />
          </>
        ) : rows.error ? (
          <ErrorState title={t('report_not_loaded')} error={rows.error} onRetry={() => void rows.refetch()} />
        ) : (
          <SkeletonRows rows={10} picture={false} />
        )}
      </div>
    </Dialog>
  )
}
