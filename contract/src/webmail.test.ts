import { expect, test } from 'vitest'
import { isWebmail } from './webmail.ts'

test('recognises free-mail providers under every top-level domain, ignoring case', () => {
  for (const email of [
    'ana@gmail.com',
    'ana@GMail.Com',
    'ana@yahoo.co.uk',
    'ana@yahoo.com.au',
    'ana@hotmail.fr',
    'ana@aol.com',
    'ana@msn.com',
    'ana@rediffmail.com',
    'ana@live.de',
    'ana@outlook.es',
  ])
    expect(isWebmail(email), email).toBe(true)
})
test('does not match shops with similar names', () => {
  for (const email of [
    'ana@gmailgarage.com',
    'ana@live-oak-motors.com',
    'ana@mail.outlook-cars.com',
    'ana@shop.gmail.example.com',
    'ana@live.dealers.com',
    'gmail@shop.com',
    'gmail',
    '',
  ])
    expect(isWebmail(email), email).toBe(false)
})
