import { sendMms, sendSms, type ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconCoins, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useMay, useSignedIn, useSite } from '../../../core/session.ts'
import { FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { Textarea } from '../../../ui/form/Field.tsx'
import { filledText } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { LeftOutFields } from '../../branding/texts/FilledText.tsx'
import { chosenCustomer } from '../customers/chosen-customer.ts'
import { ChosenCustomer, NewCustomerName, StandingConsent } from '../customers/ChosenCustomer.tsx'
import { CustomerField } from '../customers/CustomerField.tsx'
import { fieldsOf } from '../customers/fields-of.ts'
import { toCustomer } from '../customers/Remind.tsx'
import { today } from './date.ts'
import { CustomerLanguage, RepairOrder, Wishes } from '../dialog/Fields.tsx'
import { OptIn, OptInExplained } from './OptIn.tsx'
import { PagePreview } from '../dialog/PagePreview.tsx'
import { type FormProps, Panes } from '../dialog/Panes.tsx'
import { PhoneField } from './PhoneField.tsx'
import { SavedTexts } from '../dialog/SavedTexts.tsx'
import classes from '../dialog/Share.module.css'
import { endOf, faultsOf, type TextField, textState } from './text.ts'
import { TextMeter } from './TextMeter.tsx'
import { TextPreview } from './TextPreview.tsx'
import { useSending } from '../dialog/useSending.ts'
import { useCustomerTexts } from '../dialog/useShare.ts'
import { DecisionRows } from '../send/DecisionRows.tsx'
import { filmRows, hasWrongPrice } from '../send/findings.ts'
import { WithDetails } from '../dialog/WithDetails.tsx'

/** Sends films by text message, as one link: number, consent and message. */
export function TextForm(props: FormProps) {
  return (
    <WithDetails of="sms" languageId={props.about.draft.languageId}>
      {(details) => <Loaded {...props} details={details} />}
    </WithDetails>
  )
}

const labels = { number: 'share_mobile', optIn: 'share_opt_in', film: 'share_film', message: 'message' } as const

function Loaded({ about, onSent, onClose, details }: FormProps & { details: ShareDetails }) {
  const t = useTexts()
  const { draft, change } = about
  const { limits, emailContentSettings: own, emailMessageWebsite: ofSite } = details
  const say = useCustomerTexts(draft.languageId)
  const maySms = useMay('allow_share_sms')
  const mayMms = useMay('allow_share_mms') && limits.mms_allowed
  const mms = mayMms && (draft.mms || !maySms)
  const [valid, setValid] = useState(false)
  const [tried, setTried] = useState(false)
  const message = draft.smsMessage ?? (own.sms_message || ofSite.sms_content)
  const values = fieldsOf(draft, details)
  const filled = filledText(message, values)
  const end = endOf(location.origin, say('sms_stop_hint'))
  const state = textState(filled, mms ? limits.mms : limits.sms, end, details.shop.business_name)
  const noneLeft = details.texts_left === 0
  const { customer } = draft
  const agreed = customer?.texts.state === 'agreed'
  const stopped = customer?.texts.state === 'stopped'
  const faults = faultsOf({
    valid: customer ? customer.phone !== '' : draft.isNew && valid,
    agreed,
    optIn: draft.optIn,
    optInDate: draft.optInDate,
    today: today(),
    hasFilm: draft.films.length > 0,
    isFull: state.isFull,
  })
  const { currency } = useSite()
  if (hasWrongPrice(draft.films, draft.decision, currency)) faults.film ??= 'send_price_not_valid'
  const sending = useTextSending(about, { mms, message: filled, agreed }, onSent)
  const faultAt = (field: TextField) => (tried && faults[field] ? t(faults[field]) : undefined)
  const wrong = (tried ? Object.keys(faults) : []) as TextField[]
  const press = () => {
    setTried(true)
    const [first] = Object.keys(faults)
    if (first === undefined) sending.mutate()
    else document.getElementById(`share-${first}`)?.focus()
  }

  return (
    <Panes
      views={[
        {
          value: 'text',
          label: t('share_tab_text_short'),
          content: <TextPreview draft={draft} message={message} values={values} details={details} mms={mms} />,
        },
        {
          value: 'page',
          label: t('share_film_page'),
          content: (
            <PagePreview
              draft={draft}
              film={draft.films[0] ?? null}
              subject=""
              message={filled}
              shop={details.shop}
              scales={details.scales}
            />
          ),
        },
      ]}
      footer={
        <>
          {details.texts_left === null ? null : (
            <span className={classes.left}>
              <IconCoins size={17} stroke={1.75} aria-hidden />
              {t('share_texts_left', { count: details.texts_left })}
            </span>
          )}
          <FooterNote>
            <span className={classes.reason} data-wrong={noneLeft || stopped || undefined}>
              {t(noneLeft ? 'no_texts_left' : stopped ? 'share_consent_stopped' : 'share_link_works', {
                count: limits.days,
              })}
            </span>
          </FooterNote>
          <Button className={classes.cancel} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconSend className="flip" size={17} stroke={1.75} aria-hidden />}
            disabled={state.isFull || noneLeft || stopped}
            loading={sending.isPending}
            onClick={press}
          >
            {t('share_send_text')}
          </Button>
        </>
      }
    >
      <FormErrorSummary errors={wrong.map((field) => ({ id: `share-${field}`, label: t(labels[field]) }))} />
      {agreed ? null : <OptInExplained />}
      {customer ? (
        <div>
          <ChosenCustomer about={about} />
          <StandingConsent customer={customer} />
        </div>
      ) : draft.isNew ? (
        <>
          <PhoneField
            id="share-number"
            number={draft.number}
            country={draft.country}
            error={faultAt('number')}
            onChange={({ valid: isValid, ...part }) => {
              if (isValid !== undefined) setValid(isValid)
              if (Object.keys(part).length > 0) change(part)
            }}
          />
          <NewCustomerName about={about} />
        </>
      ) : (
        <CustomerField
          id="share-number"
          error={faultAt('number') ? t('share_customer_choose') : undefined}
          onChoose={(chosen) => change(chosenCustomer(draft, chosen))}
          onNew={(typed) => {
            const isNumber = /^[+\d\s().-]*$/.test(typed)
            flushSync(() => change({ isNew: true, ...(isNumber ? { number: typed } : { customerName: typed }) }))
            // Without a number the cursor goes to its field, as soon as that has loaded.
            if (isNumber && typed !== '') document.getElementById('share-customer-name')?.focus()
          }}
        />
      )}
      {agreed || stopped ? null : <OptIn about={about} error={faultAt('optIn')} />}
      <div id="share-film" tabIndex={-1}>
        <DecisionRows
          films={draft.films}
          languageId={draft.languageId}
          decision={draft.decision}
          currency={currency}
          error={faultAt('film')}
          onFilms={(films) => change({ films })}
          onChange={(decision) => change({ decision })}
        />
      </div>
      <div className={classes.withCorner}>
        <Textarea
          id="share-message"
          label={t('message')}
          value={message}
          rows={3}
          dir="auto"
          error={state.isFull}
          aria-describedby="share-message-room"
          onChange={(event) => change({ smsMessage: event.currentTarget.value })}
        />
        <div className={classes.corner}>
          <SavedTexts
            channel="sms"
            languageId={draft.languageId}
            own={[own.sms_message]}
            ofSite={[ofSite.sms_content]}
            onTake={(smsMessage) => change({ smsMessage })}
          />
        </div>
      </div>
      <LeftOutFields text={message} values={values} />
      <TextMeter
        id="share-message-room"
        state={state}
        mms={mms}
        onFold={(smsMessage) => {
          change({ smsMessage })
          document.getElementById('share-message')?.focus()
        }}
      />
      {mayMms && maySms ? (
        <Checkbox
          label={t('share_as_mms')}
          description={t('share_as_mms_hint')}
          checked={draft.mms}
          onChange={(event) => change({ mms: event.currentTarget.checked })}
        />
      ) : null}
      <div className={classes.pair}>
        <CustomerLanguage about={about} />
        <RepairOrder about={about} />
      </div>
      <Wishes about={about} notify={details.notify} />
    </Panes>
  )
}

type Body = Parameters<typeof call<typeof sendSms>>[1]['body']

function useTextSending(
  { draft }: FormProps['about'],
  { mms, message, agreed }: { mms: boolean; message: string; agreed: boolean },
  onSent: FormProps['onSent'],
) {
  const t = useTexts()
  const { user, web_site } = useSignedIn()
  const brand_id = useBrandId()
  const sending = useSending(
    mms ? 'mms' : 'sms',
    ({ country_code, ...body }: Body) =>
      mms ? call(sendMms, { body }) : call(sendSms, { body: { ...body, ...(country_code ? { country_code } : {}) } }),
    ({ recipients }, requestKey) =>
      onSent({
        requestKey,
        title: 'share_text_sent',
        to: recipients.map(({ to }) => draft.customerName.trim() || to),
        address: recipients[0]?.to ?? '',
        left: [],
        subject: message.trim(),
      }),
  )
  const mutate = () =>
    sending.mutate({
      user_id: user.user_id,
      brand_id,
      lang_id: draft.languageId,
      driverside: web_site.driverside,
      selectedVideoType: 'narrated',
      ...(draft.notify === null ? {} : { notify: draft.notify }),
      moNumber: draft.number,
      country_code: draft.country,
      ...(agreed ? { standing_consent: true } : { opt_in_date: draft.optInDate, opt_in_wording: t('share_opt_in') }),
      ...toCustomer(draft),
      emailMessage: message,
      selectedList: draft.films.slice(0, 1).map(({ part_id, part_name }) => ({ part_id, part_name, selected: true })),
      ...filmRows(draft.films, draft.decision, web_site.currency),
      roNumber: draft.roNumber,
      relatedAnimations: draft.related,
    })
  return { mutate, isPending: sending.isPending }
}
