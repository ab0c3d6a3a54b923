import { cutaway } from 'cutaway-client'

const films = cutaway({ url: process.env.CUTAWAY_URL!, key: process.env.CUTAWAY_KEY! })

const { rows, total } = await films.parts({ search: 'brake pads', lang: 'es-ES', size: 5 })
console.log(`${total} films`)
for (const { part_id, part_name } of rows) console.log(part_id, part_name)
