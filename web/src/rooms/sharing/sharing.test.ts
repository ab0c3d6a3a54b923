import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { describe, expect, test } from 'vitest'
import { today } from './text/date.ts'
import { defaultSender } from './email/email.ts'
import { faultsOf as linkFaults } from './links/link.ts'
import { contrastColour } from './text/contrast-colour.ts'
import { withTyped } from './email/recipients.ts'
import { endOf, faultsOf, textState } from './text/text.ts'

describe('recipients', () => {
  test('splits a pasted list into unique entries, and ignores a trailing comma', () => {
    expect(withTyped(['ann@shop.example'], 'Ann@shop.example; bob@shop.example,\n').recipients).toEqual([
      'ann@shop.example',
      'bob@shop.example',
    ])
  })
  test('keeps an invalid address for correction', () => {
    expect(withTyped([], 'bob, cy@shop.example').recipients).toEqual(['cy@shop.example', 'bob'])
  })
  test('rejects the 21st', () => {
    const many = Array.from({ length: 21 }, (_, n) => `a${n}@shop.example`).join(',')
    const { recipients, tooMany } = withTyped([], many)
    expect([recipients.length, tooMany]).toEqual([20, true])
  })
})

describe('a text message', () => {
  const end = endOf('https://shop.example', 'Reply STOP to opt out')
  test('counts what is typed, and is full at its limit', () => {
    expect(textState('x'.repeat(80), 81, end)).toMatchObject({ left: 1, isFull: false })
    expect(textState('x'.repeat(81), 81, end)).toMatchObject({ left: 0, isFull: true })
  })
  test('includes its link, and reports when plain characters would save a part', () => {
    expect(textState('It’s worn – see', 81, end)).toMatchObject({
      segments: { encoding: 'UCS-2', segments: 2 },
      folded: { text: "It's worn - see", segments: { encoding: 'GSM-7', segments: 1 } },
    })
    expect(textState("It's worn", 81, end).folded).toBeNull()
    // The name of the shop, which the server adds, counts unless the text contains it.
    const { segments } = textState('Your pads:', 160, end)
    expect(textState('Your pads:', 160, end, 'Northgate').segments.units).toBe(segments.units + 'Northgate: '.length)
    expect(textState('Northgate:', 160, end, 'Northgate').segments.units).toBe(segments.units)
    expect(textState('שלום – לך', 81, end).folded).toBeNull()
  })
  test('lists the missing fields, in form order', () => {
    const blank = {
      valid: false,
      optIn: false,
      optInDate: '2026-11-22',
      today: '2026-11-22',
      hasFilm: false,
      isFull: false,
    }
    expect(faultsOf(blank)).toEqual({
      number: 'please_enter_a_valid_phone_number',
      optIn: 'please_click_the_opt_in_checkbox',
      film: 'please_select_an_animation',
    })
    const whole = { ...blank, valid: true, optIn: true, hasFilm: true }
    expect(faultsOf(whole)).toEqual({})
    for (const optInDate of ['', '2007-07-11', '2026-11-23'])
      expect(faultsOf({ ...whole, optInDate })).toEqual({ optIn: 'opt_in_date_not_valid' })
  })
  test('today is the date of the device', () => expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
})

describe('the sender', () => {
  const details = (email: string, no: 'yes' | 'no' = 'no') =>
    ({ emailAddressSettings: [{ id: 1, email, is_default: 1 }], is_from_no_reply: no }) as ShareDetails
  test('is the default address, but no-reply for free mail and for users who chose it', () => {
    expect(defaultSender(details('dana@shop.example'))).toBe('dana@shop.example')
    expect(defaultSender(details('dana@gmail.com'))).toBe('')
    expect(defaultSender(details('dana@shop.example', 'yes'))).toBe('')
  })
})

describe('a link', () => {
  test('a button with a target needs a label', () =>
    expect(linkFaults({ hasFilm: true, actionText: ' ', actionUrl: 'https://a.example' })).toEqual({
      actionText: 'call_to_action_text_required',
    }))
  test('the button label is readable on any colour', () =>
    expect([
      contrastColour('#ffffff'),
      contrastColour('#ff7a00'),
      contrastColour('#1f5fd6'),
      contrastColour('#000000'),
    ]).toEqual(['#151a21', '#151a21', '#fff', '#fff']))
})
