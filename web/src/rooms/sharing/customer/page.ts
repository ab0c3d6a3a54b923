import type { AskData, CustomerData } from '@cutaway/contract/customer-page.ts'
import { startAnswers } from './answers.ts'
import { startForm } from './ask.ts'
import { byId } from './elements.ts'
import { startFilm } from './film.ts'
import { startReports } from './reports.ts'

/**
 * The script of the page that a customer opens. Everything can be read without it: it adds the film's own controls,
 * captions and labels, takes answers, and tells what was watched.
 */

const dataOf = <T>(id: string): T | null => {
  const element = document.getElementById(id)
  return element ? (JSON.parse(element.textContent) as T) : null
}

const data = dataOf<CustomerData>('data')
const video = byId('film', HTMLVideoElement)
if (data) {
  startReports(data, video)
  startAnswers(data)
  if (video) startFilm(data, video)
}
const asking = dataOf<AskData>('ask-data')
if (asking) startForm(asking)

// The choice of language closes like a menu.
const tongues = document.querySelector<HTMLDetailsElement>('.tongues')
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !tongues?.open) return
  tongues.open = false
  tongues.querySelector('summary')?.focus()
})
document.addEventListener('pointerdown', ({ target }) => {
  if (tongues?.open && target instanceof Node && !tongues.contains(target)) tongues.open = false
})
