import type { AskData, CustomerData } from '@cutaway/contract/pages/customer-page.ts'
import { startAnswers } from './answers.ts'
import { startForm } from './ask.ts'
import { byId } from '../../player/small/elements.ts'
import { startFilm } from '../../player/small/film.ts'
import { startFrame } from '../../player/small/frame.ts'
import { loadFonts } from './fonts.ts'
import { startReports } from './reports.ts'

/**
 * The script of the landing page. The page is readable without it: the script adds the film's own controls, captions
 * and labels, handles answers, and reports what was watched.
 */

const dataOf = (id: string): unknown => {
  const element = document.getElementById(id)
  return element ? JSON.parse(element.textContent) : null
}

const data = dataOf('data') as CustomerData | null
const video = byId('film', HTMLVideoElement)
if (data) {
  const reports = startReports(data, video)
  const answers = startAnswers(data, reports)
  if (video) startFilm(data, video, answers.inWords)
  else if (data.frame_url) startFrame(data.frame_url, reports.begun)
}
const asking = dataOf('ask-data') as AskData | null
if (asking) startForm(asking)

// The language menu closes like a menu.
const tongues = document.querySelector<HTMLDetailsElement>('.tongues')
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !tongues?.open) return
  tongues.open = false
  tongues.querySelector('summary')?.focus()
})
document.addEventListener('pointerdown', ({ target }) => {
  if (tongues?.open && target instanceof Node && !tongues.contains(target)) tongues.open = false
})
loadFonts()
