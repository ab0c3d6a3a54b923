import { IconWorld } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { boot } from '../../core/boot.ts'
import { useSession } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { Copyright } from './Copyright.tsx'
import classes from './Footer.module.css'

const LegalDialog = lazy(() => import('../../rooms/sites/LegalDialog.tsx'))
const LanguageDialog = lazy(() => import('../dialogs/LanguageDialog.tsx'))
const FeedbackDialog = lazy(() => import('../dialogs/FeedbackDialog.tsx'))
const ConsentLink = lazy(() => import('./ConsentLink.tsx'))
const FooterLinks = lazy(() => import('./FooterLinks.tsx'))

export type FooterDialog = 'language' | 'privacy' | 'terms' | 'feedback'

/** A customer at a touch screen has no account, so feedback is not offered. */
export const useMayGiveFeedback = (): boolean => useSession()?.TouchScreenMode !== 'customer'

/** The dialogs that the footer and the phone's "More" open. */
export function FooterDialogs({ open, onClose }: { open: FooterDialog | null; onClose: () => void }) {
  if (open === null) return null
  return (
    <Suspense fallback={null}>
      {open === 'language' ? (
        <LanguageDialog onClose={onClose} />
      ) : open === 'feedback' ? (
        <FeedbackDialog onClose={onClose} />
      ) : (
        <LegalDialog which={open} onClose={onClose} />
      )}
    </Suspense>
  )
}

/**
 * Shows language, legal texts, feedback, brand, subscription, copyright. Public pages have separate about and contact
 * pages.
 */
export function Footer({ publicPages }: { publicPages?: boolean }) {
  const t = useTexts()
  const language = useLanguage()
  const feedback = useMayGiveFeedback()
  const [open, setOpen] = useState<FooterDialog | null>(null)
  return (
    <footer className={classes.footer} data-wide={publicPages || undefined}>
      <button type="button" className={classes.link} onClick={() => setOpen('language')}>
        <IconWorld size={15} stroke={1.75} aria-hidden />
        {`${t('change_language')} `}
        <span lang={language.language_code} className={classes.value}>
          {language.name}
        </span>
      </button>
      {publicPages ? null : (
        <Suspense fallback={null}>
          <FooterLinks />
        </Suspense>
      )}
      <button type="button" className={classes.link} onClick={() => setOpen('privacy')}>
        {t('privacy_policy')}
      </button>
      {publicPages ? (
        <Link className={classes.link} to={paths.terms}>
          {t('terms_and_condition')}
        </Link>
      ) : (
        <button type="button" className={classes.link} onClick={() => setOpen('terms')}>
          {t('terms_and_condition')}
        </button>
      )}
      {publicPages || !feedback ? null : (
        <button type="button" className={classes.link} onClick={() => setOpen('feedback')}>
          {t('feedback')}
        </button>
      )}
      {boot.analytics ? (
        <Suspense fallback={null}>
          <ConsentLink />
        </Suspense>
      ) : null}
      <small className={classes.copyright}>
        <Copyright host={location.hostname} />
      </small>
      <FooterDialogs open={open} onClose={() => setOpen(null)} />
    </footer>
  )
}
