import { handleShowUpgradeUserMessage } from '@cutaway/contract/rooms/signup/upgrade.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { forget, isKept, keep } from './kept.ts'
import classes from './Upgrade.module.css'
import { upgradeKey } from './upgrade-key.ts'

const UpgradeDialog = lazy(() =>
  withTexts(['signup', 'billing', 'sites', 'organisation'], import('./UpgradeDialog.tsx')),
)

/** Seconds between two questions about a payment that is under way. */
const askAgain = 3

/**
 * Offers people of trials a paid account. The message opens once by itself; a way that was begun goes on where it
 * stopped. Closed, it stays as a line above the page.
 */
export default function UpgradeOffer() {
  const t = useTexts()
  const { help_video } = useSignedIn()
  /** Null: it has not been opened or closed on this page. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const { data } = useQuery({
    queryKey: upgradeKey,
    queryFn: ({ signal }) => call(handleShowUpgradeUserMessage, { signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.step === 'paying' ? askAgain * 1000 : false),
  })
  if (!data || data.step === 'none') return null
  // Back from the provider's page: the result is shown once.
  const wasAway = isKept('away')
  if (data.step === 'done' && !wasAway && isOpen !== true) return null
  const opensItself = data.step === 'message' ? !data.seen : wasAway || !isKept('later')
  // It stays open when the server has noted that it was seen. One thing at a time: the tour comes first.
  if (isOpen === null && opensItself && !help_video) setOpen(true)
  return (
    <>
      {data.step === 'done' ? null : (
        <section className={classes.bar} aria-label={t('upgrade_title')}>
          <span>{t(data.step === 'message' ? 'upgrade_bar' : 'upgrade_bar_begun')}</span>
          <Button
            size="xs"
            onClick={() => {
              forget('later')
              setOpen(true)
            }}
          >
            {t(data.step === 'message' ? 'upgrade_open' : 'upgrade_go_on')}
          </Button>
        </section>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <UpgradeDialog
            state={data}
            onClose={() => {
              keep('later')
              forget('away')
              setOpen(false)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
