import {
  mostCustomerName,
  mostVehicle,
  updateCustomer,
  type Customer,
} from '@cutaway/contract/rooms/sharing/customers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import classes from './CustomerFacts.module.css'
import { conversationsChanged } from './useConversations.ts'

/** Changes the name, vehicle, number and address of a customer. */
export function EditCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useTexts()
  const { name, vehicle, phone, email } = customer
  const [given, setGiven] = useState({ name, vehicle, phone, email })
  const [refusal, setRefusal] = useState('')
  const saving = useMutation({
    mutationFn: () => {
      const changed = Object.fromEntries(
        Object.entries(given).filter(([field, value]) => value !== customer[field as keyof typeof given]),
      )
      return send(updateCustomer, { body: { customer_id: customer.customer_id, ...changed } })
    },
    onSuccess: async (answer) => {
      if (answer.status !== 1) return setRefusal(answer.message)
      toast(answer)
      onClose()
      await conversationsChanged()
      return undefined
    },
    onError: (error) => toast(error),
  })
  const field = (of: keyof typeof given, label: string, more: object = {}) => (
    <TextInput
      label={t(label)}
      value={given[of]}
      dir="auto"
      autoComplete="off"
      onChange={(event) => setGiven({ ...given, [of]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <Dialog
      title={t('customer_edit_title')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" loading={saving.isPending} onClick={() => saving.mutate()}>
            {t('customer_save')}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        {refusal ? <FormErrorSummary text={t(refusal)} /> : null}
        {field('name', 'customer_name', { maxLength: mostCustomerName, 'data-autofocus': true })}
        {field('vehicle', 'customer_vehicle', { maxLength: mostVehicle })}
        {field('phone', 'customer_mobile', { inputMode: 'tel', dir: 'ltr' })}
        {field('email', 'customer_email', { inputMode: 'email', dir: 'ltr' })}
      </div>
    </Dialog>
  )
}
