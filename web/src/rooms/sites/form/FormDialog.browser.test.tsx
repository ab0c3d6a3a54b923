import axe from 'axe-core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { fakeApi } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { AddressFields, type AddressNames, useAddressLabels } from './AddressFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import { PhoneField } from './PhoneField.tsx'
import { useSchemaForm } from './useSchemaForm.tsx'
import { useUnique } from './useUnique.ts'

/** The form of every administration page, with the fields of a shop. */

const Shop = z.object({
  name: z.string().trim().min(1).max(20),
  email: z.string().refine((text) => text.includes('@'), 'email_not_valid'),
  country: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  phone: z.string(),
})
type ShopFields = z.input<typeof Shop>
const names: AddressNames<ShopFields> = {
  country: 'country',
  street: 'street',
  city: 'city',
  state: 'state',
  postcode: 'postcode',
}
const initial: ShopFields = {
  name: 'Mill Lane',
  email: 'mill@shop.example',
  country: 'US',
  street: '22 Mill Lane',
  city: 'Salem',
  state: 'OR',
  postcode: '97301',
  phone: '',
}

type Save = (shop: ShopFields) => { status: 0 | 1; message: string; http: number }
type Ask = (name: string) => Promise<string | undefined>

function ShopDialog({ save, ask, onClose }: { save: Save; ask: Ask; onClose: () => void }) {
  const [country, setCountry] = useState('US')
  const addressLabels = useAddressLabels(names, country)
  const form = useSchemaForm({
    schema: Shop,
    initial,
    labels: { name: 'Name', email: 'Email', ...addressLabels, phone: 'Phone' },
    missing: { name: 'enter_a_message' },
    refusals: { location_name_exists: 'name' },
    save: async (shop) => save(shop),
    onSaved: onClose,
  })
  const { values } = form.form
  if (values.country !== country) setCountry(values.country)
  const { taken } = useUnique(values.name, ask, ['', initial.name])
  const name = form.field('name')
  return (
    <FormDialog
      title="Edit shop"
      form={form}
      verb="Save changes"
      reason={taken && 'Choose another name'}
      onClose={onClose}
    >
      <TextInput {...name} error={taken ? 'This name is taken' : name.error} />
      <TextInput {...form.field('email')} />
      <AddressFields form={form} names={names} />
      <PhoneField field={form.field('phone')} country={values.country} />
    </FormDialog>
  )
}

async function open({
  save = () => ({ status: 1, message: 'ok', http: 200 }),
  ask = async () => undefined,
}: { save?: Save; ask?: Ask } = {}) {
  fakeApi({
    sites: {
      getCountry: () => ['US', 'CA', 'GB'].map((code, id) => ({ id, country_code: code, name: code, dial_code: '1' })),
    },
  })
  function Place() {
    const [isOpen, setOpen] = useState(true)
    return isOpen ? <ShopDialog save={save} ask={ask} onClose={() => setOpen(false)} /> : <p>closed</p>
  }
  await render(<Place />)
  await expect.element(page.getByRole('dialog', { name: 'Edit shop' })).toBeVisible()
}
const field = (name: string) => page.getByLabelText(name, { exact: true })
const saveButton = () => page.getByRole('button', { name: 'Save changes' })

test('tells at each field how to correct it, and lists several first', async () => {
  await open()
  await field('Name').fill('')
  await field('Email').fill('no address')
  await saveButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('2 things to correct: Name and Email')
  await expect.element(page.getByText('Enter a message.')).toBeVisible()
  await expect.element(page.getByText(/^Enter a complete address/)).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Email' }).click()
  await expect.element(field('Email')).toHaveFocus()
  await field('Email').fill('mill@shop.example')
  await field('Name').fill('A name that is longer than twenty letters')
  await saveButton().click()
  await expect.element(page.getByText('This text is too long.')).toBeVisible()
  await expect.element(field('Name')).toHaveFocus()
})

test('shows a refusal of the server at its field, any other above the form, and keeps what was typed', async () => {
  const answers = ['location_name_exists', 'conflict', 'ok']
  await open({
    save: () => {
      const message = answers.shift()!
      return { status: message === 'ok' ? 1 : 0, message, http: 200 }
    },
  })
  await field('City').fill('Portland')
  await saveButton().click()
  await expect.element(page.getByText('This location name already exists.')).toBeVisible()
  await expect.element(field('Name')).toHaveFocus()
  await field('Name').fill('Mill Lane 2')
  await saveButton().click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Someone else changed this. Reload the page and try again.')
  await expect.element(field('City')).toHaveValue('Portland')
  await saveButton().click()
  await expect.element(page.getByText('closed')).toBeVisible()
})

test('asks while typing whether a name is free; only the last answer counts', async () => {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  await open({
    ask: async (name) => {
      asked.push(name)
      await new Promise<void>((done) => waiting.push(done))
      return name === 'Quayside' ? 'location_name_exists' : undefined
    },
  })
  await field('Name').fill('Quayside')
  await expect.poll(() => asked).toEqual(['Quayside'])
  await field('Name').fill('Ferry Lane')
  await expect.poll(() => asked).toEqual(['Quayside', 'Ferry Lane'])
  waiting[1]!()
  waiting[0]!()
  await expect.element(saveButton()).toBeEnabled()
  await field('Name').fill('Quayside')
  await expect.poll(() => waiting.length).toBe(3)
  waiting[2]!()
  await expect.element(page.getByText('This name is taken')).toBeVisible()
  await expect.element(saveButton()).toBeDisabled()
  await expect.element(page.getByText('Choose another name')).toBeVisible()
  // The record's own name is free without a question.
  await field('Name').fill('Mill Lane')
  await expect.element(saveButton()).toBeEnabled()
  expect(asked).toHaveLength(3)
})

test('the country decides about state and postcode; an unusual postcode or number warns and is saved', async () => {
  const saved: ShopFields[] = []
  await open({
    save: (shop) => {
      saved.push(shop)
      return { status: 1, message: 'ok', http: 200 }
    },
  })
  await expect.element(field('State')).toHaveValue('OR')
  await field('ZIP code').fill('9731')
  await expect.element(page.getByText('Usually written like 97201. You can save it.')).toBeVisible()
  await field('Country').selectOptions('CA')
  await expect.element(field('Province')).toHaveValue('')
  await field('Province').selectOptions('ON')
  await expect.element(page.getByText('Usually written like K1A 0B1. You can save it.')).toBeVisible()
  await field('Country').selectOptions('GB')
  await expect.element(field('County')).toHaveAttribute('type', 'text')
  await field('Phone').fill('12')
  await userEvent.tab()
  await expect.element(page.getByText(/does not look like a number of United Kingdom/)).toBeVisible()
  await field('Phone').fill('020 7946 0018')
  await userEvent.tab()
  await expect.element(field('Phone')).toHaveValue('+44 20 7946 0018')
  await saveButton().click()
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ country: 'GB', postcode: '9731', phone: '+44 20 7946 0018' })
})

test('asks before typed changes are lost, and not without any', async () => {
  await open()
  await field('City').fill('Portland')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('City')).toHaveValue('Portland')
  await field('City').fill('Salem')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('closed')).toBeVisible()
})

test('is accessible with its errors, at both widths', async () => {
  await open()
  await field('Name').fill('')
  await field('Email').fill('x')
  await field('ZIP code').fill('1')
  await saveButton().click()
  expect((await axe.run(document.body)).violations).toEqual([])
  await page.viewport(390, 844)
  expect((await axe.run(document.body)).violations).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(390)
  await page.viewport(1440, 900)
})
