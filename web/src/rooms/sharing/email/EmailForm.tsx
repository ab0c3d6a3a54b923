import { isEmail } from '@cutaway/contract/addresses.ts'
import { sendEmail, type ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconInfoCircle, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn, useSite } from '../../../core/session.ts'
import { FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { filledText } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { LeftOutFields } from '../../branding/texts/FilledText.tsx'
import { chosenCustomer } from '../customers/chosen-customer.ts'
import { ChosenCustomer, NewCustomerName } from '../customers/ChosenCustomer.tsx'
import { CustomerField } from '../customers/CustomerField.tsx'
import { fieldsOf } from '../customers/fields-of.ts'
import { toCustomer } from '../customers/Remind.tsx'
import { BannerChoice } from '../dialog/BannerChoice.tsx'
import { type Email, type EmailField, emailOf, faultsOf, isSentFromSite } from './email.ts'
import { EmailPreview } from './EmailPreview.tsx'
import { CustomerLanguage, RepairOrder, Wishes } from '../dialog/Fields.tsx'
import { PagePreview } from '../dialog/PagePreview.tsx'
import { type FormProps, Panes } from '../dialog/Panes.tsx'
import { RecipientsField } from './RecipientsField.tsx'
import { SavedTexts } from '../dialog/SavedTexts.tsx'
import { SenderMenu } from '../dialog/SenderMenu.tsx'
import classes from '../dialog/Share.module.css'
import { useKeepSender } from '../dialog/useSender.ts'
import { useSending } from '../dialog/useSending.ts'
import { useCustomerTexts } from '../dialog/useShare.ts'
import { DecisionRows } from '../send/DecisionRows.tsx'
import { filmRows, hasWrongPrice } from '../send/findings.ts'
import { WithDetails } from '../dialog/WithDetails.tsx'

/** Edits a mail: recipients, message, films and sender. */
export function EmailForm(props: FormProps) {
  return (
    <WithDetails of="email" languageId={props.about.draft.languageId}>
      {(details) => <Loaded {...props} details={details} />}
    </WithDetails>
  )
}

const labels = { to: 'share_to', subject: 'share_subject', message: 'message', films: 'films' } as const

function Loaded({ about, onSent, onClose, details }: FormProps & { details: ShareDetails }) {
  const t = useTexts()
  const { draft, change } = about
  const say = useCustomerTexts(draft.languageId)
  const email = emailOf(draft, details, say('share_subject_site'))
  const values = fieldsOf(draft, details)
  const filled = { ...email, subject: filledText(email.subject, values), message: filledText(email.message, values) }
  const sending = useEmailSending(about, filled, onSent)
  const keepSender = useKeepSender(details)
  const [tried, setTried] = useState(false)
  const { currency } = useSite()
  const faults = {
    ...faultsOf(email, draft.films.length),
    ...(hasWrongPrice(draft.films, draft.decision, currency) ? { films: 'send_price_not_valid' } : {}),
  }
  const wrong = Object.entries(tried ? faults : {}) as [EmailField, string][]
  const wrongAddresses = email.recipients.some((one) => !isEmail(one))
  const faultAt = (field: EmailField) => (tried && faults[field] ? t(faults[field]) : undefined)
  const errorAt = (field: EmailField) => {
    const fault = faultAt(field)
    return fault ? <FieldError>{fault}</FieldError> : undefined
  }
  const press = () => {
    setTried(true)
    const [first] = Object.keys(faults)
    if (first === undefined) sending.mutate()
    else document.getElementById(`share-${first}`)?.focus()
  }
  const { own, ofSite } = textsOf(details)

  return (
    <Panes
      views={[
        {
          value: 'email',
          label: t('share_tab_email'),
          content: <EmailPreview draft={draft} email={filled} details={details} />,
        },
        {
          value: 'page',
          label: t('share_film_page'),
          content: (
            <PagePreview
              draft={draft}
              film={draft.films[0] ?? null}
              subject={filled.subject}
              message={filled.message}
              shop={details.shop}
              scales={details.scales}
            />
          ),
        },
      ]}
      footer={
        <>
          <SenderMenu
            details={details}
            from={email.from}
            onChange={(from) => {
              change({ from })
              keepSender(from)
            }}
          />
          <FooterNote>
            <span className={classes.reason} data-wrong={wrongAddresses || undefined}>
              {wrongAddresses ? t('email_addresses_not_valid') : t('share_link_works', { count: details.limits.days })}
            </span>
          </FooterNote>
          <Button className={classes.cancel} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconSend className="flip" size={17} stroke={1.75} aria-hidden />}
            disabled={wrongAddresses}
            loading={sending.isPending}
            onClick={press}
          >
            {t('share_send_email')}
          </Button>
        </>
      }
    >
      <FormErrorSummary errors={wrong.map(([field]) => ({ id: `share-${field}`, label: t(labels[field]) }))} />
      {draft.customer ? (
        <ChosenCustomer about={about} />
      ) : draft.isNew || draft.recipients.length > 0 ? (
        <NewCustomerName about={about} />
      ) : (
        <CustomerField
          id="share-customer"
          onChoose={(chosen) => change(chosenCustomer(draft, chosen))}
          onNew={(typed) => {
            change({
              isNew: true,
              ...(typed.includes('@') ? withAddress(typed) : /[a-z]/i.test(typed) ? { customerName: typed } : {}),
            })
            document.getElementById('share-to')?.focus()
          }}
        />
      )}
      <RecipientsField
        id="share-to"
        recipients={draft.recipients}
        typed={draft.typed}
        error={faultAt('to')}
        onChange={change}
      />
      {email.from && isSentFromSite(details, email.from) ? (
        <p className={classes.senderNote} role="status">
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          {t('share_from_site', {
            domain: email.from.slice(email.from.lastIndexOf('@') + 1),
            address: isolated(details.no_reply_address),
            from: isolated(email.from),
          })}
        </p>
      ) : null}
      <div className={classes.pair}>
        <TextInput
          id="share-subject"
          label={t('share_subject')}
          value={email.subject}
          maxLength={200}
          dir="auto"
          error={errorAt('subject')}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        <RepairOrder about={about} />
      </div>
      <div className={classes.withCorner}>
        <Textarea
          id="share-message"
          label={t('message')}
          value={email.message}
          rows={5}
          dir="auto"
          error={errorAt('message')}
          onChange={(event) => change({ emailMessage: event.currentTarget.value })}
        />
        <div className={classes.corner}>
          <SavedTexts
            channel="email"
            languageId={draft.languageId}
            own={own}
            ofSite={ofSite}
            onTake={(text) => change({ emailMessage: text })}
          />
        </div>
      </div>
      <LeftOutFields text={`${email.subject} ${email.message}`} values={values} />
      <div id="share-films" tabIndex={-1}>
        <DecisionRows
          films={draft.films}
          languageId={draft.languageId}
          decision={draft.decision}
          currency={currency}
          error={faultAt('films')}
          onFilms={(films) => change({ films })}
          onChange={(decision) => change({ decision })}
        />
      </div>
      <Wishes about={about} notify={details.notify} />
      <div className={classes.pair}>
        <CustomerLanguage about={about} />
        <BannerChoice
          banners={details.emailBannerSettings}
          chosen={email.banner?.id ?? null}
          onChange={(bannerId) => change({ bannerId })}
        />
      </div>
    </Panes>
  )
}

/** What was typed as an entry of the recipients. */
const withAddress = (typed: string) =>
  isEmail(typed.trim()) ? { recipients: [typed.trim()] } : { typed: typed.trim() }

const textsOf = ({ emailContentSettings: own, emailMessageWebsite: site }: ShareDetails) => ({
  own: [own.email_message1, own.email_message2, own.email_message3],
  ofSite: [site.mail_content1, site.mail_content2, site.mail_content3],
})

function useEmailSending({ draft }: FormProps['about'], email: Email, onSent: FormProps['onSent']) {
  const { user, web_site } = useSignedIn()
  const brand_id = useBrandId()
  const sending = useSending(
    'email',
    (body: Parameters<typeof call<typeof sendEmail>>[1]['body']) => call(sendEmail, { body }),
    ({ recipients }, requestKey) =>
      onSent({
        requestKey,
        title: 'share_email_sent',
        to: recipients
          .filter(({ outcome }) => outcome === 'queued')
          .map(({ to }) => (recipients.length === 1 && draft.customerName.trim()) || to),
        address: recipients[0]?.to ?? '',
        left: recipients.filter(({ outcome }) => outcome !== 'queued'),
        subject: email.subject,
      }),
  )
  const { recipients, subject, message, from, banner, notify } = email
  const mutate = () =>
    sending.mutate({
      user_id: user.user_id,
      brand_id,
      lang_id: draft.languageId,
      driverside: web_site.driverside,
      selectedVideoType: 'narrated',
      notify,
      ...filmRows(draft.films, draft.decision, web_site.currency),
      ...toCustomer(draft),
      email: {
        toEmail: recipients.join(','),
        subject,
        emailMessage: message,
        defaultFromEmail: from,
        ...(banner ? { selectedBannerImage: banner.id, selectedBannerUrl: banner.banner_url } : {}),
        selectedList: draft.films.map(({ part_id, part_name }) => ({
          part_id,
          part_name,
          language_id: draft.languageId,
          selected: true,
        })),
        roNumber: draft.roNumber,
        relatedAnimations: draft.related,
        language_id: draft.languageId,
        web_site_id: web_site.web_site_id,
      },
    })
  return { mutate, isPending: sending.isPending }
}
