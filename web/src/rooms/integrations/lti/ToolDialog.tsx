import type { LtiPlatform } from '@cutaway/contract/rooms/integrations/lti.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import classes from '../Integrations.module.css'

/** Shows the addresses that the platform has to know. */
export function ToolDialog({ platform: { name, tool }, onClose }: { platform: LtiPlatform; onClose: () => void }) {
  const t = useTexts()
  const addresses = [
    [t('lti_launch_url'), tool.launch_url],
    [t('lti_login_url'), tool.login_url],
    [t('lti_tool_jwks_url'), tool.jwks_url],
  ] as const
  return (
    <Dialog
      title={t('lti_tool_title', { name })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button variant="filled" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <p>{t('lti_tool_text')}</p>
        <dl className={classes.addresses}>
          {addresses.map(([label, address]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code dir="ltr" className={classes.address}>
                  {address}
                </code>
                <CopyButton
                  text={address}
                  notices={{ done: 'lti_copied', failed: 'copy_failed' }}
                  aria-label={t('named_action', { action: t('account_copy'), name: label })}
                >
                  {t('account_copy')}
                </CopyButton>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
