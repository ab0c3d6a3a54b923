import { cutaway } from 'cutaway-client'

const films = cutaway({ url: process.env.CUTAWAY_URL!, key: process.env.CUTAWAY_KEY! })

const results = await films.findFilms([
  { reference: '1', rating: 'red', part: 'front brake pads' },
  { reference: '2', codes: ['P0016'] },
])
for (const result of results) console.log(result.reference, result.films[0]?.part_id ?? 'no film')
