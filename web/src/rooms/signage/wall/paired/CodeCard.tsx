import { claimScreen, makeScreenCode } from '@cutaway/contract/rooms/signage/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { duration } from '../../../../core/i18n/format.ts'
import { usePage } from '../../../../core/page.ts'
import { useSite } from '../../../../core/session.ts'
import { Logo } from '../../../../ui/illustrations/Logo.tsx'
import classes from './Paired.module.css'

/** Milliseconds between two questions whether the screen was paired. */
const askEvery = 2000

/** Shows the code that pairs this screen, in letters that are read from across a room. No key has to be pressed. */
export function CodeCard({ onPaired }: { onPaired: () => void }) {
  const t = useTexts()
  const site = useSite()
  usePage(t('pair_this_screen'))
  const code = useQuery({
    queryKey: ['screen-code'],
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: true,
    retryDelay: 5000,
    queryFn: async ({ signal }) => {
      const made = await call(makeScreenCode, { body: { width: screen.width, height: screen.height }, signal })
      // The screen's own clock may be wrong by hours.
      const life = new Date(made.expires_at).getTime() - new Date(made.server_time).getTime()
      return { ...made, ends: performance.now() + life }
    },
  })
  const { data, refetch } = code
  const paired = useRef(onPaired)
  useLayoutEffect(() => {
    paired.current = onPaired
  })
  useEffect(() => {
    if (!data) return
    const timer = setInterval(() => {
      call(claimScreen, { body: { secret: data.secret } })
        .then(({ state }) => {
          if (state === 'paired') paired.current()
          if (state === 'over') void refetch()
        })
        // Without network the code stays; it is asked about again.
        .catch(() => undefined)
    }, askEvery)
    return () => clearInterval(timer)
  }, [data, refetch])
  const left = useSecondsUntil(data?.ends)
  const letters = Array.from(data?.code ?? '', (letter, place) => ({ letter, place }))
  return (
    <section className={classes.card}>
      <p className={classes.shop}>
        <Logo mark={site.mark} logo={site.logo} size={56} />
        <bdi>{site.name}</bdi>
      </p>
      <h1>{t('pair_this_screen')}</h1>
      {data ? (
        <p
          className={classes.code}
          role="img"
          aria-label={t('pair_code', { code: letters.map(({ letter }) => letter).join(' ') })}
        >
          {letters.slice(0, 3).map(({ letter, place }) => (
            <span key={place}>{letter}</span>
          ))}
          <i />
          {letters.slice(3).map(({ letter, place }) => (
            <span key={place}>{letter}</span>
          ))}
        </p>
      ) : (
        <p className={classes.waits}>{t(code.failureCount > 0 ? 'pair_no_network' : 'pair_wait')}</p>
      )}
      <p className={classes.how}>{t('pair_how')}</p>
      <p className={classes.left}>{data ? t('pair_new_code', { time: duration(left) }) : '\u00a0'}</p>
    </section>
  )
}

function useSecondsUntil(ends: number | undefined): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (ends === undefined) return
    const look = () => setLeft(Math.max(0, Math.round((ends - performance.now()) / 1000)))
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [ends])
  return left
}
