import { cutaway } from 'cutaway-client'

const films = cutaway({ url: process.env.CUTAWAY_URL!, key: process.env.CUTAWAY_KEY! })

const link = await films.makeOrderLink({
  // The same key returns the same link, so this request can be repeated safely.
  request_key: 'order-48213-1',
  ro_number: '48213',
  lang_id: 'en-US',
  films: [
    { part_id: 'BRKPAD', finding: 'Front brake pads', measured: '2 mm', rating: 'red', price: 38000 },
    { part_id: 'TYRWER', rating: 'yellow', price: 61900 },
  ],
})
console.log(link.tiny_url)

const { opened_at, decision } = await films.orderLink(link.link_id)
console.log(opened_at ? 'opened' : 'not opened yet', `${decision.approved} approved`)
