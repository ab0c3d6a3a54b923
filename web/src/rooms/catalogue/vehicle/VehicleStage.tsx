import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { narrowest } from './PlaceLabels.tsx'
import { PlaceList } from './PlaceList.tsx'
import { pictureOf, placesOn, placesWithRoom, standingThatShows, type View, views } from './spots.ts'
import { sideOf } from './turn.ts'
import { TurnBar } from './TurnBar.tsx'
import { usePictures } from './usePictures.ts'
import { useTurn } from './useTurn.ts'
import { VehiclePicture } from './VehiclePicture.tsx'
import classes from './VehicleStage.module.css'

/** Size in pixels of a place's dot for a finger or a mouse; must match PlaceLabels.module.css. In a narrow picture the label is the place for a finger. */
const targets = { coarse: 44, fine: 26 } as const

const stills = views.filter((view) => view !== 'turn')

/** Renders a vehicle: the picture with its places, the turn controls, and the list of places and films. Pass the vehicle as the `key`. */
export function VehicleStage({
  data,
  firstView,
}: {
  data: VehicleView
  /** Shown before the user chooses. */
  firstView: View
}) {
  const t = useTexts()
  const count = data.images.length
  const turn = useTurn(data.vehicle, count, firstView)
  const { view, image, playing } = turn
  const [chosen, setChosen] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const turnUrls = useMemo(() => data.images.map(({ image_url }) => image_url), [data.images])
  const stillUrls = useMemo(() => stills.map((still) => data.layouts?.[still].image_url ?? ''), [data.layouts])
  const onTurntable = view === 'turn'
  const ofTurn = usePictures(turnUrls, { wanted: image, needed: onTurntable, ahead: true })
  const still = onTurntable ? 0 : stills.indexOf(view)
  const ofStill = usePictures(stillUrls, { wanted: still + 1, needed: !onTurntable, ahead: false })
  const pictures = onTurntable ? ofTurn : ofStill
  const come = onTurntable
    ? pictureOf(data, { view, image: ofTurn.shown ?? 0 })
    : ofStill.shown === null
      ? undefined
      : pictureOf(data, { view: stills[ofStill.shown - 1] ?? view, image })
  // When switching between turntable and stills, keeps the last picture until the next is loaded.
  const [last, setLast] = useState(come)
  if (come && come !== last) setLast(come)
  const shown = come ?? last ?? null

  const { ref: frame, width, height } = useElementSize()
  const coarse = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const inPicture = placesOn(shown ?? undefined, data.places)
  const points =
    width > 0
      ? placesWithRoom(
          inPicture,
          { width, height },
          coarse && width >= narrowest ? targets.coarse : targets.fine,
          pointed ?? chosen,
        )
      : []

  const name = data.vehicles.find(({ vehicle }) => vehicle === data.vehicle)?.vehicle_name ?? ''
  const side = onTurntable ? t(`vehicle_side_${sideOf(image, count)}`) : t(`vehicle_view_${view}`)
  const label = `${name}: ${side}`
  const said = useSettled(label, playing)

  /** Chosen in the list: turns the vehicle to the place. */
  function show(place: string | null) {
    setChosen(place)
    const standing = place === null ? null : standingThatShows(data, place, turn)
    if (!standing) return
    turn.goTo(standing)
    stage.current?.scrollIntoView({ block: 'nearest' })
  }
  /** Chosen on the picture: shows its films. */
  function open(place: string) {
    turn.hold()
    setChosen(place)
    // On a phone the list may be below the screen: its heading and first films come into view.
    list.current?.querySelector('h2')?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <div className={classes.picture} ref={stage}>
        <VehiclePicture
          places={data.places}
          turn={turn}
          count={count}
          pictures={pictures}
          shown={shown}
          points={points}
          frame={frame}
          width={width}
          height={height}
          label={label}
          chosen={chosen}
          pointed={pointed}
          onChoose={open}
        />
      </div>
      <div className={classes.bar}>
        <TurnBar turn={turn} count={count} loaded={ofTurn.loaded} />
      </div>
      <div className={classes.films} ref={list}>
        <PlaceList
          places={data.places}
          chosen={chosen}
          inPicture={new Set(inPicture.map(({ place }) => place))}
          onPoint={setPointed}
          onChoose={show}
        />
      </div>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

/** Announces a change half a second after the vehicle stops, for screen readers; a slider announces its own value. */
function useSettled(words: string, moving: boolean): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (moving) return
    const timer = setTimeout(() => {
      if (document.activeElement?.getAttribute('role') !== 'slider') setSettled(words)
    }, 500)
    return () => clearTimeout(timer)
  }, [words, moving])
  return settled
}
