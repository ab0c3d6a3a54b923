import { ACESFilmicToneMapping, Group, PCFShadowMap, Scene, WebGLRenderer } from 'three'
import { backdrop } from '../../kit/stage.ts'
import { models, type VehicleId } from '../vehicles.ts'
import { contactShadow, keyLight, stageColours, studioFloor, studioLight } from './stage.ts'
import { drawSheet, type SheetSize, type Tile } from './sheet-page.ts'
import { cameraFor, headingOf, type Shot } from './turntable.ts'

/** The page that draws vehicles on the turntable; pictures leave it as bytes in the body of a POST to the address given. */

export interface PictureOrder {
  width: number
  height: number
  /** Pixels are drawn this many times finer each way, and averaged. */
  finer: number
}

declare global {
  interface Window {
    turntable: {
      open(id: VehicleId, order: PictureOrder, cell: number): void
      shoot(shot: Shot, type: string, quality: number, address: string): Promise<void>
      sheet(tiles: readonly Tile[], size: SheetSize, address: string): Promise<void>
    }
  }
}

interface Studio {
  renderer: WebGLRenderer
  scene: Scene
  table: Group
  order: PictureOrder
  id: VehicleId
}

let studio: Studio | null = null

async function send(canvas: HTMLCanvasElement, type: string, quality: number, address: string): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  if (!blob) throw new Error(`the browser cannot make ${type}`)
  const answer = await fetch(address, { method: 'POST', body: blob })
  if (!answer.ok) throw new Error(`the renderer refused a picture: ${answer.status}`)
}

window.turntable = {
  open(id, order, cell) {
    const renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true })
    renderer.setPixelRatio(1)
    renderer.setSize(order.width * order.finer, order.height * order.finer, false)
    renderer.toneMapping = ACESFilmicToneMapping
    renderer.toneMappingExposure = 0.95
    renderer.shadowMap.enabled = true
    renderer.shadowMap.type = PCFShadowMap
    const scene = new Scene()
    scene.environment = studioLight(renderer)
    scene.add(backdrop(stageColours), ...keyLight(), studioFloor())
    const table = new Group()
    table.add(models[id].build(cell))
    const shade = new Group()
    shade.add(contactShadow(models[id].footprint))
    table.add(shade)
    scene.add(table)
    studio = { renderer, scene, table, order, id }
  },
  async shoot(shot, type, quality, address) {
    if (!studio) throw new Error('no vehicle stands on the turntable')
    const { renderer, scene, table, order, id } = studio
    table.rotation.y = headingOf(shot)
    renderer.render(scene, cameraFor(shot, models[id].framing))
    const canvas = document.createElement('canvas')
    canvas.width = order.width
    canvas.height = order.height
    const g = canvas.getContext('2d')!
    g.imageSmoothingQuality = 'high'
    g.drawImage(renderer.domElement, 0, 0, order.width, order.height)
    await send(canvas, type, quality, address)
  },
  async sheet(tiles, size, address) {
    await send(await drawSheet(tiles, size), 'image/png', 1, address)
  },
}

// The studio's browser waits for this name.
Object.assign(window, { studio: window.turntable })
