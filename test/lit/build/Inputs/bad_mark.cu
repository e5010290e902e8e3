__global__ void kernel() {
#pragma argus regoin("x")
  {}
}
