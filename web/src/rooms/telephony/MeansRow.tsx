import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/form/Button.tsx'
import { meansText } from '../billing/overview/standing.ts'
import { MeansDialog } from '../billing/overview/MeansDialog.tsx'
import { useHasBilling, useSubscription } from '../billing/useSubscription.ts'
import classes from './Telephony.module.css'

/** What will be charged, with the way to another card. */
export function MeansRow({
  means,
  pays,
  onChanged,
}: {
  means: StoredMeans | null
  pays: 'stored' | 'approval' | 'invoice' | 'card'
  onChanged: () => void
}) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const hasBilling = useHasBilling('manage_billing')
  const subscription = useSubscription(hasBilling && pays !== 'invoice')
  if (pays === 'invoice')
    return (
      <div className={classes.row}>
        <span className={`${classes.grow} ${classes.hint}`}>{t('texts_on_invoice')}</span>
        <Button component={Link} to={paths.invoices} variant="subtle" size="xs">
          {t('nav_invoices')}
        </Button>
      </div>
    )
  return (
    <div className={classes.row}>
      <span className={`${classes.grow} ${classes.hint}`}>
        {means ? <bdi>{meansText(means, t)}</bdi> : t(pays === 'approval' ? 'texts_at_paypal' : 'texts_add_card')}
      </span>
      {subscription.data ? (
        <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
          {t(means ? 'texts_change_means' : pays === 'approval' ? 'add_wallet' : 'add_card')}
        </Button>
      ) : null}
      {isOpen && subscription.data ? (
        <MeansDialog
          now={subscription.data}
          means={means}
          onClose={() => {
            setOpen(false)
            onChanged()
          }}
        />
      ) : null}
    </div>
  )
}
