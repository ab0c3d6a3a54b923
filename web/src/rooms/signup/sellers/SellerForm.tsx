import { SellerFields } from '@cutaway/contract/full/rooms/signup/sellers.ts'
import { paymentProviders, saveSeller, type SellerData } from '@cutaway/contract/rooms/signup/sellers.ts'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, Textarea, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { CountrySelect } from '../../sites/contact/CountrySelect.tsx'
import { FormPair } from '../../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'
import { ChangedMeanwhile } from '../../sites/operator/site/ChangedMeanwhile.tsx'
import { sellsByKeys } from '../../sites/operator/web-sites.ts'
import { CountryList } from './CountryList.tsx'
import classes from './Seller.module.css'

type Values = SellerFields & Record<string, unknown>

const names = Object.keys(SellerFields.shape) as (keyof SellerFields)[]
const valuesOf = (seller: SellerData): Values =>
  Object.fromEntries(names.map((name) => [name, seller[name]])) as unknown as Values
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const hintBelow = ['label', 'input', 'description', 'error'] as const

/** The form of a seller. Only the super user changes where money goes. */
export function SellerForm({ seller, onSaved }: { seller: SellerData; onSaved: (saved: SellerData) => void }) {
  const t = useTexts()
  const [theirs, setTheirs] = useState<SellerData>()
  const [version, setVersion] = useState(seller.version)
  const labels = Object.fromEntries(names.map((name) => [name, t(`seller_field_${name}`)])) as Record<
    keyof SellerFields,
    string
  >
  const form = useSchemaForm({
    schema: SellerFields,
    initial: valuesOf(seller),
    labels,
    refusals: {
      seller_tax_missing: 'tax_id',
      seller_country_unknown: 'signup_countries',
      seller_account_unknown: 'payment_accounts',
      seller_prefix_taken: 'invoice_prefix',
    },
    save: async (fields) => {
      const answer = await send(saveSeller, { body: { ...fields, web_site_id: seller.web_site_id, version } })
      if (answer.message === 'seller_changed' && answer.data) setTheirs(answer.data)
      return answer
    },
    onSaved: (answer) => {
      toast(answer)
      if (answer.data) onSaved(answer.data)
    },
  })
  const { values, setFieldValue } = form.form
  const { may_change_accounts: mayChangeAccounts, accounts, documents } = seller
  const refused = theirs ? undefined : form.refused
  return (
    <form id={form.id} noValidate className={classes.form} onSubmit={form.submit}>
      {theirs ? (
        <ChangedMeanwhile
          theirs={theirs}
          fields={names.filter((name) => !isSame(seller[name], theirs[name])).map((name) => labels[name])}
          onShow={() => onSaved(theirs)}
          onKeep={() => {
            setVersion(theirs.version)
            setTheirs(undefined)
            form.settle()
          }}
        />
      ) : null}
      {refused === undefined && form.wrong.length < 2 ? null : (
        <FormErrorSummary errors={form.wrong} {...(refused === undefined ? {} : { text: refused })} />
      )}
      <section className={classes.part}>
        <h2>{t('seller_company')}</h2>
        <TextInput required maxLength={120} autoComplete="off" dir="auto" {...form.field('legal_name')} />
        <Textarea
          required
          rows={3}
          maxLength={300}
          dir="auto"
          description={t('seller_address_hint')}
          order={hintBelow}
          {...form.field('address')}
        />
        <CountrySelect {...form.field('country_code')} autoComplete="off" />
      </section>
      <section className={classes.part}>
        <h2>{t('seller_tax')}</h2>
        <Checkbox
          id={form.field('is_tax_registered').id}
          label={labels.is_tax_registered}
          checked={values.is_tax_registered}
          onChange={({ currentTarget }) => setFieldValue('is_tax_registered', currentTarget.checked)}
        />
        <TextInput
          maxLength={30}
          autoComplete="off"
          dir="auto"
          placeholder="GST"
          description={t('seller_tax_label_hint')}
          order={hintBelow}
          {...form.field('tax_label')}
        />
        <FormPair>
          <TextInput maxLength={30} autoComplete="off" dir="auto" placeholder="ABN" {...form.field('tax_id_label')} />
          <TextInput maxLength={40} autoComplete="off" dir="ltr" {...form.field('tax_id')} />
        </FormPair>
        <TextInput
          required
          maxLength={8}
          autoComplete="off"
          dir="ltr"
          description={t(documents > 0 ? 'seller_prefix_used_hint' : 'seller_prefix_hint', { count: documents })}
          order={hintBelow}
          {...form.field('invoice_prefix')}
        />
      </section>
      <section className={classes.part}>
        <h2>{t('seller_signup')}</h2>
        <CountryList
          id={form.field('signup_countries').id}
          label={labels.signup_countries}
          error={form.field('signup_countries').error}
          hint={t('seller_countries_hint')}
          value={values.signup_countries}
          onChange={(countries) => setFieldValue('signup_countries', countries)}
        />
        <TextInput
          maxLength={40}
          autoComplete="off"
          dir="ltr"
          description={t('seller_terms_hint')}
          order={hintBelow}
          {...form.field('terms_version')}
        />
      </section>
      <fieldset
        id={form.field('payment_accounts').id}
        className={classes.part}
        tabIndex={-1}
        disabled={!mayChangeAccounts}
        aria-labelledby="seller-money"
      >
        <h2 id="seller-money">{t('seller_money')}</h2>
        <p className={classes.hint}>{t(mayChangeAccounts ? 'seller_money_hint' : 'seller_accounts_of_super')}</p>
        {paymentProviders.map((provider) => (
          <NativeSelect
            key={provider}
            label={t(sellsByKeys[provider])}
            data={[
              { value: '', label: t('seller_account_none') },
              ...accounts
                .filter((account) => account.provider === provider)
                .map(({ name, currencies }) => ({ value: name, label: `${name} (${currencies.join(', ')})` })),
            ]}
            value={values.payment_accounts[provider] ?? ''}
            onChange={({ currentTarget }) => {
              const { [provider]: _, ...others } = values.payment_accounts
              const name = currentTarget.value
              setFieldValue('payment_accounts', name === '' ? others : { ...others, [provider]: name })
            }}
          />
        ))}
        {form.field('payment_accounts').error}
        <Textarea
          rows={3}
          maxLength={500}
          dir="auto"
          description={t('seller_bank_hint')}
          order={hintBelow}
          {...form.field('bank_details')}
        />
      </fieldset>
      <div>
        <Button
          type="submit"
          variant="filled"
          loading={form.isSaving}
          disabled={theirs !== undefined || !form.isUnsaved}
        >
          {t('save_changes')}
        </Button>
      </div>
      <LeaveGuard unsaved={form.isUnsaved && !form.isSaving} params={['site']} />
    </form>
  )
}
