import { expect, test } from 'vitest'
import { mayWantToStop } from './stop-phrases.ts'

test.each([
  'Stop texting me please',
  'please no more texts',
  'Don’t text me again',
  'Take me off your list',
  'Who is this? Wrong number',
  'I want to unsubscribe',
  'No me envíen más mensajes',
  'Dejen de escribirme por favor',
  'Quítenme de su lista',
  'Arrêtez de m’envoyer des messages',
  'Ne m’écrivez plus, je ne veux plus de SMS',
  'désabonnez-moi',
  'תפסיקו לשלוח לי הודעות',
  'בבקשה תסירו אותי',
  '请不要再发短信给我',
  '别再联系我了',
  'กรุณาหยุดส่งข้อความ',
  'อย่าติดต่อมาอีก',
  '🛑',
])('a person decides about %j', (text) => expect(mayWantToStop(text)).toBe(true))

test.each([
  'Yes please, go ahead',
  'please do not stop',
  'Can I stop by at 4?',
  'How long can I still drive on those tires?',
  'The car will not stop squealing',
  'Sí, adelante',
  '¿Cuánto cuesta?',
  'Oui, allez-y',
  'כן, תתקנו',
  'מתי הרכב יהיה מוכן?',
  '好的,请修',
  'ได้ครับ ทำเลย',
])('%j is an ordinary message', (text) => expect(mayWantToStop(text)).toBe(false))
