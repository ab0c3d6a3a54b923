import { Suspense, useState } from 'react'
import { lazyPart } from '../../../core/lazy-part.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './PrivacyLine.module.css'

const LegalDialog = lazyPart(() => import('../../sites/LegalDialog.tsx'))

/** Under the terms of a sign-up: opens the privacy policy over the form, so that nothing that was typed is lost. */
export function PrivacyLine() {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <p className={classes.line}>
      {t('signup_privacy')}{' '}
      <button type="button" className={classes.link} onClick={() => setIsOpen(true)}>
        {t('privacy_policy')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LegalDialog which="privacy" onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  )
}
