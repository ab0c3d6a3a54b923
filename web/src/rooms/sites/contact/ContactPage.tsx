import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSession, useSite } from '../../../core/session.ts'
import { ContactForm } from './ContactForm.tsx'
import classes from '../TextPage.module.css'

/** A message to the site, for visitors (/bcontact) and for signed-in users (/contact). */
export default function ContactPage() {
  const t = useTexts()
  const session = useSession()
  const { company, contact_email: email, contact_phone: phone } = useSite()
  usePage(t('contact'))
  return (
    <div className={classes.page} data-public={session ? undefined : true}>
      <header className={classes.header}>
        <h1>{t('contact')}</h1>
        <p className={classes.intro}>{t('contact_intro')}</p>
      </header>
      <div className={classes.columns}>
        <ContactForm />
        <aside className={classes.aside} aria-label={company}>
          <h2>{company}</h2>
          {email ? (
            <p>
              <a href={`mailto:${email}`} dir="ltr">
                {email}
              </a>
            </p>
          ) : null}
          {phone ? (
            <p>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
                {phone}
              </a>
            </p>
          ) : null}
        </aside>
      </div>
    </div>
  )
}
